# What every target shares. Use dolbang_library / dolbang_program instead of add_library / add_executable.
find_program(DOLBANG_CCACHE ccache)
if(DOLBANG_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${DOLBANG_CCACHE})
endif()

add_library(dolbang_options INTERFACE)
target_compile_options(dolbang_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  # False alarms when optimising: gcc 12 of std::string's own operator+ (its bug 105651), gcc 12 and 14 of moving a
  # std::variant. The sanitizers look for the real thing.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized>"
  $<$<BOOL:${DOLBANG_WERROR}>:-Werror>)
if(DOLBANG_SANITIZE)
  target_compile_options(dolbang_options INTERFACE -fsanitize=${DOLBANG_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(dolbang_options INTERFACE -fsanitize=${DOLBANG_SANITIZE})
  # gcc 12 warns that Asio's fences are unknown to TSan; Asio's own locks around them are known.
  if(DOLBANG_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(dolbang_options INTERFACE -Wno-tsan)
  endif()
endif()

function(_dolbang_setup target)
  target_link_libraries(${target} PRIVATE dolbang_options)
endfunction()

function(dolbang_library target)
  add_library(${target} STATIC ${ARGN})
  _dolbang_setup(${target})
endfunction()

function(dolbang_program target)
  add_executable(${target} ${ARGN})
  _dolbang_setup(${target})
endfunction()

# cmake -DIN=FILE -DOUT=FILE.cpp -DNAME=function -P embed.cmake
# Writes a source file that defines `std::string_view dolbang::embedded::NAME()`, the bytes of a file.
file(READ ${IN} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
# One literal a line keeps lines short; "\x41" is followed by a backslash or a quote, never by another digit.
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
string(REGEX REPLACE "(................................................................)" "\\1\"\n\"" bytes "${bytes}")
file(WRITE ${OUT} "#include <string_view>\nnamespace dolbang::embedded {\nstd::string_view ${NAME}();\n"
  "std::string_view ${NAME}() {\n  static const char bytes[] =\n\"${bytes}\";\n  return {bytes, ${size}};\n}\n}\n")

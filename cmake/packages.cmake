# The Debian packages: cpack -G DEB in a tree configured for /usr (scripts/package does all of it). One for each
# component of the install rules; what they depend on is read from the programs by dpkg-shlibdeps.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The Dolbang authors")
set(CPACK_PACKAGE_CONTACT "The Dolbang authors <maintainers@dolbang.invalid>")
set(CPACK_PACKAGE_FILE_NAME dolbang)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL server client)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_SERVER_PACKAGE_NAME dolbang-server)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION net)
set(CPACK_DEBIAN_SERVER_DESCRIPTION "room server for two-player stone games
Two people far apart play Reversi or Omok in a room: one creates it and
sends its URL, the other opens it and presses Join. Nobody signs up. The
server keeps every game in one SQLite file, checks every move, and lets an
AI stand in for a player whose connection is lost.")
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS adduser)  # for postinst
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/packaging/postinst ${PROJECT_SOURCE_DIR}/packaging/prerm
  ${PROJECT_SOURCE_DIR}/packaging/postrm ${PROJECT_SOURCE_DIR}/packaging/conffiles)
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_CLIENT_PACKAGE_NAME dolbang)
set(CPACK_DEBIAN_CLIENT_PACKAGE_SECTION games)
set(CPACK_DEBIAN_CLIENT_DESCRIPTION "Reversi and Omok with a friend by URL or against the AI
The desktop client of Dolbang: a 3D board on which you play in a room that a
friend opens by its URL, offline against seven levels of AI, or with somebody
beside you.")
set(CPACK_DEBIAN_CLIENT_PACKAGE_DEPENDS "libegl1, libgl1")  # opened at run time by libepoxy
set(CPACK_DEBIAN_CLIENT_PACKAGE_RECOMMENDS "ca-certificates, libgl1-mesa-dri, xdg-utils")
set(CPACK_DEBIAN_CLIENT_PACKAGE_CONTROL_STRICT_PERMISSION ON)

include(CPack)

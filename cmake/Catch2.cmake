# Defines `attention_catch2`: Catch2 3 with its main(), from the system, or from where the set-up
# unpacks it, else downloaded. Includes catch_discover_tests().
add_library(attention_catch2 INTERFACE)

list(APPEND CMAKE_PREFIX_PATH "${PROJECT_SOURCE_DIR}/build/deps/usr")
find_package(Catch2 3 CONFIG QUIET)
if(NOT TARGET Catch2::Catch2WithMain)
  include(Download)
  download(Catch2 Catch2::Catch2WithMain
    "https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz"
    c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c
    "install Catch2 3, in Debian 12 libcatch2-dev of bookworm-backports")
  list(APPEND CMAKE_MODULE_PATH "${catch2_SOURCE_DIR}/extras")
endif()
target_link_libraries(attention_catch2 INTERFACE Catch2::Catch2WithMain)
include(Catch)

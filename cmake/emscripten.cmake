# Finds Emscripten's own toolchain file, wherever Emscripten is installed, and reads it.
# EMSCRIPTEN_ROOT in the environment wins; then em-config on the PATH; then Debian's folder.
set(root "$ENV{EMSCRIPTEN_ROOT}")
if(NOT root)
  execute_process(COMMAND em-config EMSCRIPTEN_ROOT
    OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT root)
  set(root "/usr/share/emscripten")
endif()

set(toolchain "${root}/cmake/Modules/Platform/Emscripten.cmake")
if(NOT EXISTS "${toolchain}")
  message(FATAL_ERROR "Emscripten was not found: install it (Debian: apt install emscripten) "
    "or name its folder in the environment variable EMSCRIPTEN_ROOT.")
endif()
include("${toolchain}")

# Defines `attention_highway`: Google's Highway, from the system if it is there, else downloaded.
add_library(attention_highway INTERFACE)

if(EMSCRIPTEN)
  # One target, chosen at compile time, so the headers are all there is to it. They get an include
  # folder of their own: with the whole of /usr/include the build would find the host's libc.
  find_path(HWY_INCLUDE_DIR hwy/highway.h
    PATHS /usr/include /usr/local/include /opt/homebrew/include NO_CMAKE_FIND_ROOT_PATH)
  if(HWY_INCLUDE_DIR)
    set(shim "${PROJECT_BINARY_DIR}/hwy-shim")
    file(MAKE_DIRECTORY "${shim}")
    file(CREATE_LINK "${HWY_INCLUDE_DIR}/hwy" "${shim}/hwy" COPY_ON_ERROR SYMBOLIC)
    target_include_directories(attention_highway SYSTEM INTERFACE "${shim}")
    return()
  endif()
else()
  find_package(hwy 1.0.3 CONFIG QUIET)
  if(TARGET hwy::hwy)
    target_link_libraries(attention_highway INTERFACE hwy::hwy)
    return()
  endif()
endif()

include(Download)
foreach(part TESTS EXAMPLES CONTRIB INSTALL)
  set(HWY_ENABLE_${part} OFF CACHE BOOL "" FORCE)
endforeach()
download(highway hwy
  "https://github.com/google/highway/archive/refs/tags/1.2.0.tar.gz"
  7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343
  "install libhwy-dev")
target_link_libraries(attention_highway INTERFACE hwy)

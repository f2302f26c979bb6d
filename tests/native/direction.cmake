# Holds the direction between the rooms: bindings → engine → kernels, and nothing back. Run by CTest:
#   cmake -D ROOT=… -P direction.cmake

# forbid(<why> <pattern> <files>…): no #include of the files may match the pattern.
function(forbid why pattern)
  if(NOT ARGN)
    message(SEND_ERROR "No files to look at: ${why}")
  endif()
  foreach(file IN LISTS ARGN)
    file(STRINGS "${file}" includes REGEX "^ *#include")
    foreach(line IN LISTS includes)
      if(line MATCHES "${pattern}")
        message(SEND_ERROR "${file}: ${line}\n  ${why}")
      endif()
    endforeach()
  endforeach()
endfunction()

file(GLOB engine "${ROOT}/engine/*.h" "${ROOT}/engine/*.cc")
file(GLOB kernels "${ROOT}/engine/kernels/*.h" "${ROOT}/engine/kernels/*.cc")
file(GLOB bindings "${ROOT}/bindings/*.h" "${ROOT}/bindings/*.cc")

forbid("The engine knows nothing of the page." "emscripten|bindings/" ${engine} ${kernels})
forbid("Highway stays in the kernels." "hwy/" ${engine} ${bindings})
forbid("Outside the kernels, only their plain functions are known." "kernels/.*-inl" ${engine} ${bindings})
forbid("A kernel knows no other part of the engine." "engine/[a-z_]+\\.h" ${kernels})
forbid("The engine does no input or output." "<(iostream|fstream|cstdio|stdio\\.h)>" ${engine} ${kernels})

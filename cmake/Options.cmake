# What every target of ours is compiled with: link `attention_options` privately.
add_library(attention_options INTERFACE)
target_include_directories(attention_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(attention_options INTERFACE
  -Wall -Wextra -Wpedantic
  # Named initialisers leave the rest at its default on purpose.
  -Wno-missing-field-initializers
  # a · b + c is rounded twice wherever it is written so: the same bits on every machine.
  -ffp-contract=off)

if(ATTENTION_SANITIZE)
  target_compile_options(attention_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(attention_options INTERFACE -fsanitize=address,undefined)
endif()

# The page's build is made small, but for targets with the property ATTENTION_FAST. One level only may
# stand on a command line: of two, each has some say.
set(size_or_speed $<IF:$<BOOL:$<TARGET_PROPERTY:ATTENTION_FAST>>,-O3,-Oz>)
target_compile_options(attention_options INTERFACE $<$<CONFIG:MinSizeRel>:${size_or_speed}>)
target_link_options(attention_options INTERFACE $<$<CONFIG:MinSizeRel>:${size_or_speed}>)

if(EMSCRIPTEN)
  target_compile_options(attention_options INTERFACE -msimd128 -fno-exceptions -fno-rtti)
  target_link_options(attention_options INTERFACE -fno-exceptions -fno-rtti)
endif()

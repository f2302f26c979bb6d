// Operators of our own that count. In a file of their own: where the compiler sees them at their
// callers, it takes malloc and delete for a mismatch.
#include "tests/native/allocations.h"

#include <cstdlib>
#include <new>

namespace {

std::size_t asked = 0;

}  // namespace

void* operator new(std::size_t bytes) {
  asked += bytes;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

std::size_t attention::bytesAsked() {
  return asked;
}

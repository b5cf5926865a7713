// Chance that nobody can foresee: for delimiters that a log must not be able to contain.
#pragma once

#include <cstddef>
#include <string>

namespace jitgate::publish {

// Twice as many lower-case hex digits as bytes, from the kernel. It throws where the kernel gives none.
std::string random_hex(std::size_t bytes);

}  // namespace jitgate::publish

// One kind of input that a stranger may write, as a function of bytes. A target aborts where a claim of the code under
// test does not hold; the sanitizers find the rest. libFuzzer drives the targets (fuzzer.cc), and the ordinary test
// build replays seeds, found inputs and seeded mutations through the very same functions (replay.cc), so that CI needs
// no second build of everything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::fuzz {

struct Target {
  const char* name;
  void (*run)(std::string_view input);
};
const std::vector<Target>& targets();
const Target* target_named(std::string_view name);

// Ends the process, naming the claim, unless it holds.
void require(bool holds, std::string_view claim);

// Calls `take` with the text in pieces whose borders `seed` decides: what is fed must not depend on how it was cut.
template <typename Take>
void in_pieces(std::string_view text, std::uint32_t seed, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    seed = seed * 1664525 + 1013904223;
    const std::size_t size = seed >> 28 == 0 ? 4096 + (seed >> 16) % 4096 : 1 + (seed >> 16) % 61;
    take(text.substr(at, size));
    at += size;
  }
}

// A number that depends on all of the text, for in_pieces.
std::uint32_t seed_of(std::string_view text);

void archives(std::string_view input);
void answers(std::string_view input);
void documents(std::string_view input);
void escapers(std::string_view input);
void heads(std::string_view input);
void lines(std::string_view input);
void rules(std::string_view input);
void saved(std::string_view input);
void yaml(std::string_view input);

}  // namespace jitgate::fuzz

// What shows that an engine served a request since some moment. Its lines of throughput speak of the time since the
// line before, so the first one after that moment may speak of what came earlier, and only a further one proves it.
// SGLang's prefill lines speak of the moment itself.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "model/evidence.h"

namespace jitgate::run {

struct Heard {
  std::uint64_t lines = 0;     // of throughput
  std::uint64_t busy = 0;      // which of them showed work last; 0: none did
  std::uint64_t prefills = 0;  // lines that speak of a prefill that runs
};
using Work = std::map<std::string, Heard>;  // by engine

// Takes a log's mark, of whatever kind.
void hear(const model::RawMark& mark, Work& work);
// `before`: as it was at that moment.
bool served_since(const Work& before, const Work& now);

}  // namespace jitgate::run

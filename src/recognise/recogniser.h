// Finds every event and mark in one log. Blocks of clean text go in, evidence comes out; what is in it does not
// depend on how the text was cut into blocks. Lines that hold one of the `listen` needles are told to `heard`, with
// their head read, so that results need not parse prefixes again. The first lines are held back until the labels in
// front of them are learned (line_labels.h); of a short log, finish() tells of all.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/block.h"
#include "model/evidence.h"
#include "model/heard.h"
#include "recognise/catalogue.h"

namespace jitgate::recognise {

struct Listening {
  std::vector<std::string> needles;  // ASCII, at least 5 bytes each; at most 64
  std::function<void(const model::HeardLine&)> heard;
};

struct RecogniseLimits {
  std::size_t events = 1'000'000;  // of one log; one more is Damage limit
  std::size_t text = 2'000;        // bytes of a line kept in an event
};

class Recogniser {
 public:
  // `catalogue` must outlive it. `path` is the log's, with its path through the containers.
  Recogniser(const Catalogue& catalogue, std::string path, Listening listening = {}, RecogniseLimits limits = {});
  Recogniser(Recogniser&&) noexcept;
  ~Recogniser();

  void scan(const model::Block& block);
  // Does the text hold a word that a rule or the listener looks for? For what reading leaves out of an overlong line.
  [[nodiscard]] bool looks_for(std::string_view text) const;
  // The evidence. Coverage holds path, worker (from the path), lines so far and limit damage; the caller adds what
  // only the reader and the container know (bytes, checksum, damage, hash).
  model::LogEvidence finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Role, index and node from a log's path: `<node>_<prefill|decode|agg|frontend|nginx>[_w<i>].out`, AMD, llm-d and
// single-node layouts (facts: inferencex.md §1.3, §1.4). Unknown where the name tells nothing.
model::WorkerId worker_of_path(std::string_view path);

}  // namespace jitgate::recognise

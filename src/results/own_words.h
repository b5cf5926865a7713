// What a worker's log says of itself: the role its argv or its dumped settings name, its own name where it prints it,
// and the requests it works on. File names are given by launchers and copied by people; a log under another worker's
// name shows nothing of that worker, and only its own words can tell. Instance ids are heard elsewhere (listener.cc):
// they name a worker to the frontend and say nothing of its role.
#pragma once

#include <cstdint>
#include <string>

#include "model/heard.h"
#include "model/results.h"

namespace jitgate::results {

class OwnWords {
 public:
  static constexpr std::size_t kMaxSightings = 20'000;  // of one log, the first ones

  explicit OwnWords(std::string path) { told_.path = std::move(path); }

  void hear(const model::HeardLine& line);
  // Adds what was told. A log that tells two roles or two names of itself tells none.
  void finish(model::ResultEvidence& evidence);

 private:
  void hear_role(const model::HeardLine& line);
  void hear_name(const model::HeardLine& line);
  void hear_registration(const model::HeardLine& line);
  void hear_request(const model::HeardLine& line);
  void tell(model::Role role, int index, std::string_view words, std::uint64_t line);

  model::ToldWorker told_;
  bool any_ = false, contradicts_ = false;
  std::vector<std::string> instances_;  // at most two are kept: one tells a worker, several do not
  std::vector<model::Sighting> sightings_;
};

}  // namespace jitgate::results

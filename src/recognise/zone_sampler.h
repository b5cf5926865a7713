// Collects pairs of stamps that tell a file's zone: a zone-less one beside a zoned one, on one line or on lines next to
// each other. A bounded sample from all over the file, because a file's clock may be set while it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/evidence.h"
#include "model/heard.h"

namespace jitgate::recognise {

class ZoneSampler {
 public:
  static constexpr std::size_t kEach = 32;   // of same-line and of neighbouring pairs
  static constexpr std::uint64_t kNear = 3;  // lines

  void see(const model::LineHead& head, std::uint64_t line);
  [[nodiscard]] std::vector<model::ZonePair> pairs() const;
  // A zone-less stamp stood on a line without a zoned one.
  [[nodiscard]] bool unpaired() const { return unpaired_; }

 private:
  // Every step-th pair; when full, every other is dropped and the step doubles.
  struct Sample {
    std::vector<model::ZonePair> kept;
    std::uint64_t seen = 0, step = 1;
    void add(const model::ZonePair& pair);
  };
  struct Near {
    model::Stamp stamp;
    std::uint64_t line;
  };
  Sample same_line_, neighbours_;
  std::optional<Near> local_, zoned_;
  bool unpaired_ = false;
};

}  // namespace jitgate::recognise

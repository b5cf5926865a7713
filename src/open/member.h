// One member of an archive as a source. A warning that libarchive gives with data (a wrong zip CRC comes so) is kept as
// damage and the data still counts; archive_read_data, the simpler call, would drop it.
#pragma once

#include <archive.h>

#include <cstdint>
#include <string_view>

#include "open/budget.h"
#include "open/layer.h"
#include "open/source.h"

namespace jitgate::open {

class Member : public Source {
 public:
  enum class Kind {
    zip,  // unpacked here, and verified by its CRC-32
    tar,  // only passed through: nothing verifies it, and only holes of sparse members are made here
  };
  // The current entry of `a`; damage and the checksum's outcome go to `layer`.
  Member(archive* a, Kind kind, Budget& budget, Layer& layer)
      : archive_(a), kind_(kind), budget_(budget), layer_(layer) {}

  std::string_view next() override;

  // Reads the first block, which next() then gives. False: the member is damaged before its first byte.
  bool start();
  // libarchive gave up: the handle can no longer be used.
  [[nodiscard]] bool fatal() const { return fatal_; }

 private:
  std::string_view pull();
  std::string_view hole();
  void finish();
  void stop(model::DamageKind kind, std::string what);

  archive* archive_;
  Kind kind_;
  Budget& budget_;
  Layer& layer_;
  std::string_view first_, pending_;
  std::uint64_t position_ = 0;  // in the member, holes counted
  std::uint64_t hole_ = 0;      // zeros still to give before what is pending
  bool ended_ = false;
  bool failed_ = false;
  bool fatal_ = false;
};

}  // namespace jitgate::open

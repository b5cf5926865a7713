// A listing as a file, JSONL: a header, then a line a file and a line a build, then an end, so that a file that was cut
// is known as one.
//
//   {"jitgate_snapshot": 1, "name": "c12", "edge": "start", "host": "gpu-7", "directory": "/home/ci/.triton/cache",
//    "compiler": "triton", "begun_ns": …, "ended_ns": …, "absent": false, "unread": []}
//   {"file": "GK3…/_rms_norm_kernel.cubin", "size": 21344, "changed_ns": …}
//   {"folder": "quiet_ext", "start_ns": [lo, hi], "end_ns": [lo, hi], "duration_s": 17.322, "commands": 2, …}
//   {"jitgate_snapshot_end": 1, "files": 1, "builds": 1}
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "snapshot/listing.h"

namespace jitgate::snapshot {

// Its file's name begins with this: one that is empty, or overwritten, is known as what it was by its name alone.
inline constexpr std::string_view kListingName = "jitgate_snapshot_";

// Times are ns of the unix epoch.
std::string text_of(const Listing& listing);

class ListingReader {
 public:
  // `path`: with its path through the containers.
  explicit ListingReader(std::string path);
  // False as soon as the stream cannot be such a file.
  bool feed(std::string_view bytes);
  // True: it was one, or its name says that it should be.
  bool finish();
  // Empty where nothing of it could be read.
  [[nodiscard]] Listing& listing() { return listing_; }
  [[nodiscard]] bool readable() const { return begun_; }
  // Why it is not all there; empty: it is.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void line(std::string_view text);

  Listing listing_;
  std::string carry_, fault_;
  bool named_;  // like one
  bool refused_ = false, begun_ = false, ended_ = false;
};

}  // namespace jitgate::snapshot

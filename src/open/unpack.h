// The xz, zstd and bzip2 layers, by libarchive's filters. They report cut streams and the formats' own checks, and this
// adds what they pass over: bytes behind the last stream. Only bzip2 always carries a checksum; in the two others it is
// the packer's choice, which libarchive does not tell, so that theirs counts as none.
#pragma once

#include "open/archive_feed.h"
#include "open/budget.h"
#include "open/layer.h"
#include "open/sniff.h"
#include "open/source.h"

namespace jitgate::open {

class Unpack : public Source {
 public:
  // `format`: zstd, xz or bzip2.
  Unpack(Source& packed, Format format, Budget& budget, Layer& layer);
  std::string_view next() override;

 private:
  void open(Format format);
  void failed();
  void finish();

  ReadArchive archive_;
  ArchiveFeed feed_;
  Format format_;
  Budget& budget_;
  Layer& layer_;
  bool ended_ = false;
};

}  // namespace jitgate::open

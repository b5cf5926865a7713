// The bzip2 layer, by libarchive's filter. It reports cut streams and the format's own checks, and this adds what it
// passes over: bytes behind the last stream. No window is asked for: a bzip2 block is 900 KB at most.
#pragma once

#include "open/archive_feed.h"
#include "open/budget.h"
#include "open/layer.h"
#include "open/source.h"

namespace jitgate::open {

class Bunzip : public Source {
 public:
  Bunzip(Source& packed, Budget& budget, Layer& layer);
  std::string_view next() override;

 private:
  void open();
  void failed();
  void finish();

  ReadArchive archive_;
  ArchiveFeed feed_;
  Budget& budget_;
  Layer& layer_;
  bool ended_ = false;
};

}  // namespace jitgate::open

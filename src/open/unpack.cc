#include "open/unpack.h"

#include "open/bunzip.h"
#include "open/members.h"

namespace jitgate::open {

std::unique_ptr<Source> unpacking(Source& packed, Format format, Budget& budget, Layer& layer) {
  if (format == Format::gzip) return std::make_unique<Gunzip>(packed, budget, layer);
  if (format == Format::xz) return std::make_unique<Unxz>(packed, budget, layer);
  if (format == Format::zstd) return std::make_unique<Unzstd>(packed, budget, layer);
  return std::make_unique<Bunzip>(packed, budget, layer);
}

}  // namespace jitgate::open

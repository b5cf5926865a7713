// Which source unpacks a compressed form.
#pragma once

#include <memory>

#include "open/budget.h"
#include "open/layer.h"
#include "open/sniff.h"
#include "open/source.h"

namespace jitgate::open {

// `format`: gzip, xz, zstd or bzip2. Damage and the checksum's outcome go to `layer`.
std::unique_ptr<Source> unpacking(Source& packed, Format format, Budget& budget, Layer& layer);

}  // namespace jitgate::open

// The recursion through containers: what a stream is, is found by its bytes; containers lead to their members, each a
// stream again; all else goes to the sink. Depth, entries and bytes are counted here and below, nowhere above.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "open/budget.h"
#include "open/file_source.h"
#include "open/layer.h"
#include "open/open.h"
#include "open/source.h"

namespace jitgate::open {

// One named path being read.
struct Opening {
  Opening(const Limits& given, Sink& to) : limits(given), kept(std::make_shared<Budget>(given)), sink(to) {}

  const Limits& limits;
  std::shared_ptr<Budget> kept;  // also by files that are read elsewhere
  Budget& budget = *kept;
  Sink& sink;
  std::vector<const Layer*> around;  // the paths being read now, outermost first
  std::uint64_t streams = 0;         // begun so far
};

// Reads one file or member, of whatever kind, to its end, and reports all that becomes known of its layer. `fd`: the
// file itself if `source` is a whole file at its start, else -1. `depth`: containers around it.
void read_item(Opening& opening, Layer& layer, Source& source, int fd, int depth);

// A file of the disk with all that is needed to read it, wherever that is done.
struct WholeFile {
  WholeFile(OpenFile opened, const std::string& shown, std::shared_ptr<Budget> its)
      : budget(std::move(its)), file(std::move(opened)), layer(shown), source(file, *budget, layer), head(source) {}

  std::shared_ptr<Budget> budget;
  OpenFile file;
  Layer layer;
  FileSource source;
  HeadSource head;
};

// Offers a plain file to be read elsewhere (Sink::set_aside). False: it is of another kind or was not wanted, and is to
// be read here.
bool set_aside(Opening& opening, const std::shared_ptr<WholeFile>& file);

// Reports damage of a layer that had no stream.
void report_damage(Opening& opening, const Layer& layer);

}  // namespace jitgate::open

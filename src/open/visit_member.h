// The step from an archive's entry to a stream: which entries have data, and what is wrong with those that should.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "open/links.h"
#include "open/member.h"
#include "open/visit.h"

namespace jitgate::open {

// The archive that an entry stands in.
struct Archive {
  archive* handle;
  Member::Kind kind;
  int depth;
  Links& links;
};

// Reads the entry that archive_read_next_header just gave with `code` (ARCHIVE_OK or ARCHIVE_WARN). Directories and
// devices have no data and are passed over; links are noted. False: libarchive gave up and the handle can no longer be
// used.
bool read_member(Opening& opening, const Layer& outer, const Archive& in, archive_entry* entry, int code);

}  // namespace jitgate::open

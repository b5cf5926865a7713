// The step from an archive's entry to a stream: which entries have data, and what is wrong with those that should.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "open/member.h"
#include "open/visit.h"

namespace jitgate::open {

// Reads the entry that archive_read_next_header just gave with `code` (ARCHIVE_OK or ARCHIVE_WARN). Directories, links
// and devices have no data and are passed over. False: libarchive gave up and the handle can no longer be used.
bool read_member(Opening& opening, const Layer& outer, archive* a, archive_entry* entry, int code, Member::Kind kind,
                 int depth);

}  // namespace jitgate::open

// The end of a tar is two records of zeros (POSIX pax, "ustar Interchange Format"), then padding of zeros. libarchive
// reads the first of them as a header, so the position of its last header is where the zeros must begin.
//
// A header with a wrong checksum is told and passed over until the next good one: what stands behind it still counts.
#include "open/tar.h"

#include <archive.h>
#include <archive_entry.h>

#include "open/archive_feed.h"
#include "open/tar_header.h"
#include "open/visit_member.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

constexpr std::uint64_t kEndMark = 1024;

void check_end(Layer& layer, ArchiveFeed& feed, std::uint64_t last_header) {
  bool known = false;
  const std::string end = feed.from(last_header, known);
  bool zeros = known && all_zero(end);
  std::uint64_t length = end.size();
  for (std::string_view rest = feed.source().next(); !rest.empty(); rest = feed.source().next()) {
    zeros = zeros && all_zero(rest);
    length += rest.size();
  }
  if (length < kEndMark) {
    layer.add(DamageKind::truncated, "has no end mark: members may be missing");
  } else if (!zeros) {
    layer.add(DamageKind::corrupt, "has data behind its end mark that was not read");
  }
}

void read_members(Opening& opening, Layer& layer, ArchiveFeed& feed, const Archive& in) {
  archive* a = in.handle;
  while (true) {
    archive_entry* entry = nullptr;
    const auto before = archive_filter_bytes(a, 0);
    const int code = archive_read_next_header(a, &entry);
    if (code == ARCHIVE_EOF) {
      return check_end(layer, feed, static_cast<std::uint64_t>(archive_read_header_position(a)));
    }
    if (code == ARCHIVE_RETRY) {
      layer.add(DamageKind::corrupt, "has a damaged header: " + error_of(a));
      if (archive_filter_bytes(a, 0) > before) continue;
      return;
    }
    if (code < ARCHIVE_WARN) return layer.add(kind_of_error(a), error_of(a));
    const bool entered = opening.budget.enter();
    const bool usable = entered && read_member(opening, layer, in, entry, code);
    if (opening.budget.exceeded() != nullptr) return layer.add(DamageKind::limit, opening.budget.exceeded());
    if (!usable) return layer.add(kind_of_error(a), error_of(a));
  }
}

}  // namespace

void read_tar(Opening& opening, Layer& layer, Source& source, int depth) {
  const ReadArchive handle(archive_read_new());
  archive* a = handle.get();
  ArchiveFeed feed(source);
  archive_read_support_format_tar(a);
  // Names stay bytes; converting them to the process's locale could fail.
  archive_read_set_format_option(a, "tar", "hdrcharset", "BINARY");
  // Told, not found out: libarchive does not recognise a tar whose first header is damaged. Setting an option undoes
  // this, so it comes last.
  archive_read_set_format(a, ARCHIVE_FORMAT_TAR);
  if (feed.open(a) != ARCHIVE_OK) return layer.add(kind_of_error(a), error_of(a));
  Links links;
  read_members(opening, layer, feed, {a, Member::Kind::tar, depth, links});
  links.report(opening);
}

}  // namespace jitgate::open

// libarchive's raw format over one filter. The format for empty input stands beside it, since a compressed nothing is
// no error.
#include "open/bunzip.h"

#include "open/tar_header.h"

namespace jitgate::open {

Bunzip::Bunzip(Source& packed, Budget& budget, Layer& layer)
    : archive_(archive_read_new()), feed_(packed), budget_(budget), layer_(layer) {
  open();
}

void Bunzip::open() {
  archive* a = archive_.get();
  archive_read_support_format_raw(a);
  archive_read_support_format_empty(a);
  int code = archive_read_support_filter_bzip2(a);
  // A warning: this libarchive would start an external program, which is not for hostile input.
  if (code != ARCHIVE_OK) {
    layer_.add(model::DamageKind::unreadable, "is in a compressed form that this build cannot read");
    ended_ = true;
    return;
  }
  if (feed_.open(a) != ARCHIVE_OK) return failed();
  // Nothing was recognised by the filter: the header is damaged, and raw would give the packed bytes as they are.
  if (archive_filter_count(a) < 2) {
    layer_.add(model::DamageKind::corrupt, "has a damaged header");
    layer_.note(model::Checksum::failed);
    ended_ = true;
    return;
  }
  archive_entry* entry = nullptr;
  code = archive_read_next_header(a, &entry);
  if (code == ARCHIVE_EOF) return finish();
  if (code < ARCHIVE_WARN) failed();
}

void Bunzip::failed() {
  layer_.add(kind_of_error(archive_.get()), error_of(archive_.get()));
  layer_.note(model::Checksum::failed);
  ended_ = true;
}

void Bunzip::finish() {
  ended_ = true;
  const auto used = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), -1));
  bool known = false;
  bool zeros = all_zero(feed_.from(used, known)) && known;
  for (std::string_view rest = feed_.source().next(); !rest.empty(); rest = feed_.source().next()) {
    zeros = zeros && all_zero(rest);
  }
  if (!zeros) {
    layer_.add(model::DamageKind::corrupt, "holds data after its last compressed stream");
    layer_.note(model::Checksum::failed);
  } else {
    layer_.note(model::Checksum::verified);
  }
}

std::string_view Bunzip::next() {
  while (!ended_) {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int code = archive_read_data_block(archive_.get(), &data, &size, &offset);
    if (code == ARCHIVE_EOF) {
      finish();
      break;
    }
    if (code != ARCHIVE_OK) {
      failed();
      break;
    }
    if (size == 0) continue;
    if (!budget_.expand(size)) {
      layer_.add(model::DamageKind::limit, budget_.exceeded());
      ended_ = true;
    }
    return {static_cast<const char*>(data), size};
  }
  return {};
}

}  // namespace jitgate::open

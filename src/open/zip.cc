// libarchive's seekable reader, opened anew behind an entry whose data is beyond reading, since it gives up the whole
// archive for it. Each entry's CRC-32 is verified by libarchive while it is read.
#include "open/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>

#include <clocale>
#include <cstdint>

#include "open/archive_feed.h"
#include "open/file_source.h"
#include "open/visit_member.h"
#include "open/zip_directory.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

constexpr std::size_t kBlock = 256 * 1024;
// Each goes over all headers again, so a hostile archive must not have many.
constexpr int kReopened = 16;

// While it lives, this thread's character type is UTF-8. A name that a zip marks as UTF-8 is converted to the process's
// locale by libarchive, and lost where that has no such letters.
class Utf8Names {
 public:
  Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = ::uselocale(locale_);
  }
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

class ZipReader {
 public:
  ZipReader(Opening& opening, Layer& layer, int fd, bool by_directory, int depth)
      : opening_(opening), layer_(layer), fd_(fd), by_directory_(by_directory), depth_(depth) {}

  // Reads all entries; how many there were.
  std::uint64_t read() {
    const Utf8Names names;
    for (int opened = 0; !done_; ++opened) {
      if (opened > kReopened) {
        layer_.add(DamageKind::corrupt, "has too many entries that cannot be unpacked; the rest was not read");
        break;
      }
      pass();
    }
    links_.report(opening_);
    return entries_;
  }
  [[nodiscard]] bool whole() const { return whole_; }

 private:
  // From the first entry that was not read yet to the end, or behind an entry that libarchive gave up.
  void pass() {
    const ReadArchive handle(archive_read_new());
    archive* a = handle.get();
    if (by_directory_) {
      archive_read_support_format_zip_seekable(a);
    } else {
      archive_read_support_format_zip_streamable(a);
    }
    done_ = true;
    if (::lseek(fd_, 0, SEEK_SET) != 0 || archive_read_open_fd(a, fd_, kBlock) != ARCHIVE_OK) return failed(a);
    for (std::uint64_t at = 0;; ++at) {
      archive_entry* entry = nullptr;
      const int code = archive_read_next_header(a, &entry);
      if (code == ARCHIVE_EOF) {
        whole_ = true;
        return;
      }
      if (code < ARCHIVE_WARN) return failed(a);
      if (at < entries_) continue;
      ++entries_;
      const bool entered = opening_.budget.enter();
      const bool usable = entered && read_member(opening_, layer_, {a, Member::Kind::zip, depth_, links_}, entry, code);
      if (opening_.budget.exceeded() != nullptr) return layer_.add(DamageKind::limit, opening_.budget.exceeded());
      if (!usable && !by_directory_) return failed(a);
      if (!usable) {
        done_ = false;
        return;
      }
    }
  }

  void failed(archive* a) { layer_.add(kind_of_error(a), error_of(a)); }

  Opening& opening_;
  Layer& layer_;
  int fd_;
  bool by_directory_;
  int depth_;
  Links links_;
  std::uint64_t entries_ = 0;
  bool done_ = false;
  bool whole_ = false;
};

}  // namespace

void read_zip(Opening& opening, Layer& layer, Source& source, int fd, int depth) {
  Descriptor kept;
  if (fd < 0) {
    base::Result<Descriptor> spooled = spool(source);
    if (!spooled) return layer.add(DamageKind::unreadable, spooled.error().what);
    if (opening.budget.exceeded() != nullptr) return layer.add(DamageKind::limit, opening.budget.exceeded());
    kept = std::move(*spooled);
    fd = kept.get();
  }
  const ZipDirectory directory = inspect_zip(fd, opening.limits.entries);
  if (!directory.problem.empty()) layer.add(directory.kind, directory.problem);
  // libarchive does not open a zip that has nothing in it.
  if (directory.usable && directory.entries == 0) return;
  ZipReader reader(opening, layer, fd, directory.usable, depth);
  const std::uint64_t entries = reader.read();
  if (directory.usable && reader.whole() && entries != directory.entries) {
    layer.add(DamageKind::corrupt, "lists " + std::to_string(directory.entries) + " entries, of which " +
                                       std::to_string(entries) + " were found");
  }
}

}  // namespace jitgate::open

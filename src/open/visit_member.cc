// An entry that is no file but has bytes is damage, never passed over: in a zip the type stands in the directory, which
// no checksum covers, and one flipped bit there would make a log vanish.
#include "open/visit_member.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "open/archive_feed.h"
#include "open/label.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

std::string name_of(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  return name == nullptr ? "" : name;
}

// Names that the process's locale cannot show are no damage: they are kept as bytes.
bool about_a_name(const std::string& warning) {
  return warning.find("convert") != std::string::npos && warning.find("locale") != std::string::npos;
}

// What a non-file hides, if anything.
std::string hidden_data(archive_entry* entry) {
  if (archive_entry_size_is_set(entry) != 0 && archive_entry_size(entry) > 0) {
    return "is marked as no file, but has " + std::to_string(archive_entry_size(entry)) + " bytes that cannot be read";
  }
  // libarchive takes the bytes of a zip's link for its target. A log has line ends, a container other odd bytes.
  const char* text = archive_entry_symlink(entry);
  const std::string_view target = text == nullptr ? "" : text;
  const bool odd =
      std::any_of(target.begin(), target.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (odd || base::valid_utf8(target) != target) return "is marked as a link, but holds data that cannot be read";
  return {};
}

void note_link(Links& links, const std::string& shown, const std::string& name, archive_entry* entry) {
  const auto take = [&](const char* target, const char* utf8, bool hard) {
    if (target == nullptr) target = utf8;
    if (target != nullptr) links.link(shown, name, target, hard);
  };
  take(archive_entry_hardlink(entry), archive_entry_hardlink_utf8(entry), true);
  take(archive_entry_symlink(entry), archive_entry_symlink_utf8(entry), false);
}

}  // namespace

bool read_member(Opening& opening, const Layer& outer, const Archive& in, archive_entry* entry, int code) {
  archive* a = in.handle;
  const std::string name = name_of(entry);
  Layer layer(member_path(outer.path, name));
  in.links.entry(name);
  if (code == ARCHIVE_WARN && !about_a_name(error_of(a))) layer.add(kind_of_error(a), error_of(a));
  // Whose log it is, only its name tells.
  if (name.empty()) layer.add(DamageKind::corrupt, "is a member whose name cannot be read");
  const bool empty = archive_entry_size_is_set(entry) != 0 && archive_entry_size(entry) == 0;
  const auto type = archive_entry_filetype(entry);
  const bool hard_link = archive_entry_hardlink(entry) != nullptr;
  if ((type != AE_IFREG && !hard_link) || (hard_link && empty)) {
    if (const std::string hidden = hidden_data(entry); !hidden.empty()) {
      layer.add(DamageKind::unreadable, hidden);
    } else {
      note_link(in.links, layer.path, name, entry);
    }
    report_damage(opening, layer);
    return true;
  }
  if (archive_entry_is_data_encrypted(entry) != 0 || archive_entry_is_metadata_encrypted(entry) != 0) {
    layer.add(DamageKind::encrypted, "is encrypted");
    report_damage(opening, layer);
    return true;
  }
  Member member(a, in.kind, opening.budget, layer);
  if (member.start()) {
    read_item(opening, layer, member, -1, in.depth);
  } else {
    report_damage(opening, layer);
  }
  return !member.fatal();
}

}  // namespace jitgate::open

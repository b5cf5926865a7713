#include "run/row_files.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "open/label.h"
#include "open/open.h"
#include "run/regular_file.h"

namespace jitgate::run {
namespace {

constexpr std::size_t kLargest = std::size_t{256} << 20;  // of a file, and of all documents in it

bool named_json(const std::string& name) {
  const std::string lower = base::lower(name);
  return lower.ends_with(".json") || lower.ends_with(".jsonl");
}

// The zip's own JSON members; what lies in containers within is not the zip's to change.
class Members : public open::Sink {
 public:
  explicit Members(std::string zip) : zip_(std::move(zip)) {}

  void begin(const std::string& path) override {
    const bool own = path.rfind(zip_ + '!', 0) == 0 && path.find('!', zip_.size() + 1) == std::string::npos;
    current_ = path;
    own_ = own;
    wanted_ = own && named_json(path);
    if (wanted_) documents.push_back({path, {}, std::nullopt});
  }
  void data(std::string_view block) override {
    if (!wanted_) return;
    bytes_ += block.size();
    if (bytes_ > kLargest) {
      complain("its JSON members are larger than " + std::to_string(kLargest) + " bytes", zip_);
    } else {
      documents.back().text += block;
    }
  }
  void end(const model::StreamEnd& end) override {
    // What is copied unread must be whole too: a new zip around a damaged member would look as if it were.
    if (own_ && !end.complete()) complain(end.damage.front().what, current_);
  }
  void damaged(const model::Damage& damage) override { complain(damage.what, damage.path); }
  void container_end(const std::string& path, model::Checksum, const std::vector<model::Damage>& damage) override {
    if (!damage.empty()) complain(damage.front().what, path);
  }

  std::vector<RowDocument> documents;
  std::optional<base::Problem> problem;

 private:
  void complain(std::string what, const std::string& where) {
    if (!problem)
      problem = base::Problem{std::move(what), where, "get the zip again, or unpack it and annotate the rows",
                              base::Blame::world};
  }
  std::string zip_;
  std::string current_;  // path of the stream in hand
  bool own_ = false, wanted_ = false;
  std::size_t bytes_ = 0;
};

// Which entry of the zip each document is; the reader and the index must have seen the same bytes.
base::Result<void> find_entries(RowFile& file) {
  for (RowDocument& document : file.documents) {
    for (std::size_t i = 0; i < file.zip->entries.size(); ++i) {
      if (open::member_path(file.path, file.zip->entries[i].name) != document.path) continue;
      if (document.entry) return base::fail("two members have this name", document.path);
      document.entry = i;
    }
    if (!document.entry) return base::fail("the member is not in the zip's directory", document.path);
    const tables::ZipEntry& entry = file.zip->entries[*document.entry];
    if (entry.size != document.text.size() || entry.crc != tables::crc32(document.text))
      return base::fail("the member holds something else than JSON", document.path);
  }
  return {};
}

base::Result<void> read_members(RowFile& file) {
  auto index = tables::index_zip(file.bytes);
  if (!index) {
    base::Problem problem = index.error();
    problem.where = file.path;
    return tl::unexpected(problem);
  }
  file.zip = std::move(*index);
  Members members(file.path);
  if (auto opened = open::open_path(file.path, {}, members); !opened) return opened;
  if (members.problem) return tl::unexpected(*members.problem);
  file.documents = std::move(members.documents);
  return find_entries(file);
}

}  // namespace

base::Result<RowFile> read_row_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return base::refuse("a directory, and not a file with rows", path, "name the files, for instance DIR/agg_*.json");
  RowFile file;
  file.path = path;
  auto bytes = read_regular_file(path, kLargest);
  if (!bytes) return tl::unexpected(bytes.error());
  file.bytes = std::move(*bytes);
  if (tables::is_zip(file.bytes)) {
    if (auto read = read_members(file); !read) return tl::unexpected(read.error());
  } else {
    file.documents.push_back({path, file.bytes, std::nullopt});
  }
  return file;
}

base::Result<std::string> with_texts(const RowFile& file, const std::map<std::size_t, std::string>& texts) {
  if (texts.empty()) return file.bytes;
  if (!file.zip) return texts.begin()->second;
  std::map<std::size_t, std::string> contents;
  for (const auto& [document, text] : texts) contents[*file.documents[document].entry] = text;
  auto bytes = tables::exchange_members(file.bytes, *file.zip, contents);
  if (!bytes) {
    base::Problem problem = bytes.error();
    problem.where = file.path;
    return tl::unexpected(problem);
  }
  return bytes;
}

}  // namespace jitgate::run

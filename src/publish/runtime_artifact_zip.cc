#include "publish/runtime_artifact_zip.h"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <set>
#include <system_error>

namespace jitgate::publish {
namespace {

struct FreeArchive {
  void operator()(archive* one) const { archive_write_free(one); }
};
struct FreeEntry {
  void operator()(archive_entry* one) const { archive_entry_free(one); }
};

la_ssize_t take(archive* /*one*/, void* context, const void* bytes, std::size_t size) {
  try {
    static_cast<std::string*>(context)->append(static_cast<const char*>(bytes), size);
  } catch (const std::exception&) {  // it must not cross C
    return -1;
  }
  return static_cast<la_ssize_t>(size);
}

base::Result<void> add(archive* zip, const std::string& path, const std::string& name) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0) return base::fail("cannot open: " + std::generic_category().message(errno), path);
  file.seekg(0);
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname_utf8(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_size(entry.get(), size);
  archive_entry_set_mtime(entry.get(), 1'577'836'800, 0);  // 2020-01-01: the content alone decides the digest
  const auto refused = [&] {
    const char* why = archive_error_string(zip);
    return base::fail(std::string("cannot be packed: ") + (why != nullptr ? why : "no reason given"), path);
  };
  if (archive_write_header(zip, entry.get()) != ARCHIVE_OK) return refused();
  std::string block(std::size_t{1} << 18U, '\0');
  std::streamoff done = 0;
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
    if (archive_write_data(zip, block.data(), static_cast<std::size_t>(file.gcount())) != file.gcount())
      return refused();
    done += file.gcount();
  }
  if (!file.eof() || done != size) return base::fail("cannot be read, or changed meanwhile", path);
  return {};
}

}  // namespace

base::Result<std::string> zip_of(const std::vector<std::string>& paths) {
  std::string bytes;
  std::set<std::string> names;
  const std::unique_ptr<archive, FreeArchive> zip(archive_write_new());
  archive_write_set_format_zip(zip.get());
  archive_write_set_bytes_per_block(zip.get(), 1 << 16);
  archive_write_set_bytes_in_last_block(zip.get(), 1);
  if (archive_write_open(zip.get(), &bytes, nullptr, take, nullptr) != ARCHIVE_OK)
    return base::fail("a zip cannot be made");
  for (const std::string& path : paths) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    if (!names.insert(name).second) return base::fail("two files have this name", path);
    if (auto added = add(zip.get(), path, name); !added) return tl::unexpected(added.error());
  }
  if (archive_write_close(zip.get()) != ARCHIVE_OK) return base::fail("a zip cannot be finished");
  return bytes;
}

}  // namespace jitgate::publish

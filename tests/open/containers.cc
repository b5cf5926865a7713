// libarchive writes, since it writes every form that we read; gzip is written by zlib, for libarchive's is bare.
#include "containers.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

namespace jitgate::open {
namespace {

// Closes and frees the writer; the bytes written so far are in `out` then.
std::string finished(archive* a, std::string& room, const std::size_t& used) {
  EXPECT_EQ(archive_write_close(a), ARCHIVE_OK) << archive_error_string(a);
  archive_write_free(a);
  return room.substr(0, used);
}

void add(archive* a, const Packed& member) {
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, member.name.c_str());
  archive_entry_set_mtime(entry, 1'760'000'000, 0);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_filetype(entry, member.directory ? AE_IFDIR : member.link.empty() ? AE_IFREG : AE_IFLNK);
  if (!member.link.empty()) archive_entry_set_symlink(entry, member.link.c_str());
  if (!member.hard.empty()) archive_entry_set_hardlink(entry, member.hard.c_str());
  archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
  for (const auto& [offset, length] : member.kept) {
    archive_entry_sparse_add_entry(entry, static_cast<la_int64_t>(offset), static_cast<la_int64_t>(length));
  }
  EXPECT_EQ(archive_write_header(a, entry), ARCHIVE_OK) << archive_error_string(a);
  if (!member.content.empty()) archive_write_data(a, member.content.data(), member.content.size());
  archive_entry_free(entry);
}

std::size_t room_for(const std::vector<Packed>& members) {
  std::size_t size = 64 * 1024;
  for (const Packed& member : members) size += member.content.size() * 2 + member.name.size() * 4 + 4096;
  return size;
}

}  // namespace

std::string make_tar(const std::vector<Packed>& members, const std::string& format) {
  std::string room(room_for(members), '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  EXPECT_EQ(archive_write_set_format_by_name(a, format.c_str()), ARCHIVE_OK);
  archive_write_set_format_option(a, nullptr, "hdrcharset", "BINARY");
  archive_write_set_bytes_per_block(a, 0);
  EXPECT_EQ(archive_write_open_memory(a, room.data(), room.size(), &used), ARCHIVE_OK);
  for (const Packed& member : members) add(a, member);
  return finished(a, room, used);
}

std::string make_zip(const std::vector<Packed>& members, const ZipOptions& options) {
  std::string room(room_for(members), '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  archive_write_set_format_zip(a);
  EXPECT_EQ(archive_write_set_format_option(a, "zip", "compression", options.compression.c_str()), ARCHIVE_OK);
  if (options.zip64) {
    EXPECT_EQ(archive_write_set_format_option(a, "zip", "zip64", "1"), ARCHIVE_OK);
  }
  if (!options.passphrase.empty()) {
    EXPECT_EQ(archive_write_set_format_option(a, "zip", "encryption", "traditional"), ARCHIVE_OK);
    archive_write_set_passphrase(a, options.passphrase.c_str());
  }
  archive_write_set_bytes_in_last_block(a, 1);
  EXPECT_EQ(archive_write_open_memory(a, room.data(), room.size(), &used), ARCHIVE_OK);
  for (const Packed& member : members) add(a, member);
  return finished(a, room, used);
}

std::string make_gzip(std::string_view content, const std::string& name) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  gz_header header{};
  if (!name.empty()) {
    header.name = reinterpret_cast<Bytef*>(const_cast<char*>(name.c_str()));
    header.os = 3;
    deflateSetHeader(&stream, &header);
  }
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())) + name.size() + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string make_filtered(std::string_view content, const std::string& filter, const char* level) {
  std::string room(content.size() * 2 + 64 * 1024, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  archive_write_set_format_raw(a);
  EXPECT_EQ(archive_write_add_filter_by_name(a, filter.c_str()), ARCHIVE_OK);
  if (level != nullptr) {
    EXPECT_EQ(archive_write_set_filter_option(a, filter.c_str(), "compression-level", level), ARCHIVE_OK);
  }
  archive_write_set_bytes_per_block(a, 0);
  archive_write_set_bytes_in_last_block(a, 1);
  EXPECT_EQ(archive_write_open_memory(a, room.data(), room.size(), &used), ARCHIVE_OK);
  add(a, {"data", std::string(content)});
  return finished(a, room, used);
}

std::string some_log(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < bytes) {
    text += "INFO 09-03 10:41:07 [loop.py:12] step " + std::to_string(random() % 100'000) + " took " +
            std::to_string(random() % 1000) + " ms\n";
  }
  return text;
}

std::string noise(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::string out(bytes, '\0');
  for (char& c : out) c = static_cast<char>(random() & 0xff);
  return out;
}

std::string flipped(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}

}  // namespace jitgate::open

// Both implementations must answer alike; ISA-L is the one in use where it exists.
#include "open/inflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "containers.h"

namespace jitgate::open {
namespace {

using Status = Inflater::Status;
using Make = std::unique_ptr<Inflater> (*)();

class Inflate : public testing::TestWithParam<Make> {
 protected:
  struct Result {
    std::string bytes;
    std::size_t used = 0;
    Status status = Status::more;
  };
  // Inflates one member, `in` bytes at a time into `out` bytes of room.
  static Result inflate(Inflater& inflater, std::string_view packed, std::size_t in, std::size_t out) {
    Result result;
    std::string room(out, '\0');
    inflater.start_member();
    while (result.status == Status::more) {
      const std::string_view input = packed.substr(result.used, in);
      const Inflater::Step step = inflater.run(input, room.data(), out);
      EXPECT_LE(step.used, input.size());
      EXPECT_LE(step.made, out);
      result.bytes.append(room, 0, step.made);
      result.used += step.used;
      result.status = step.status;
      if (step.used == 0 && step.made == 0) break;
    }
    return result;
  }
};

TEST_P(Inflate, GivesTheBytesHoweverTheyAreCut) {
  const std::string text = some_log(5000);
  const std::string packed = make_gzip(text, "w0.out");
  const auto inflater = GetParam()();
  for (const std::size_t in : {1, 2, 7, 1000, 1'000'000}) {
    for (const std::size_t out : {1, 3, 1000, 1'000'000}) {
      const Result result = inflate(*inflater, packed + "behind", in, out);
      EXPECT_EQ(result.status, Status::member_end) << in << " " << out;
      EXPECT_EQ(result.used, packed.size()) << in << " " << out;
      EXPECT_EQ(result.bytes, text) << in << " " << out;
    }
  }
}

// RFC 1952 §2.3: an extra field, a name, a comment and a header CRC-16 may stand before the data.
TEST_P(Inflate, ReadsHeadersWithAllFields) {
  const std::string plain = make_gzip("text");
  const std::string data = plain.substr(10);
  const auto with = [&](char flags, const std::string& fields) {
    return std::string("\x1f\x8b\x08", 3) + flags + plain.substr(4, 6) + fields + data;
  };
  const auto inflater = GetParam()();
  for (const std::size_t in : {1, 3, 1000}) {
    for (const std::string& packed :
         {with(4, std::string("\5\0extra", 7)), with(8, std::string("name\0", 5)),
          with(16, std::string("comment\0", 8)), with(4 + 8 + 16, std::string("\5\0extraname\0comment\0", 20))}) {
      const Result result = inflate(*inflater, packed, in, 100);
      EXPECT_EQ(result.status, Status::member_end);
      EXPECT_EQ(result.bytes, "text");
    }
  }
}

// The header's own CRC-16 is the low half of the CRC-32 of what stands before it.
TEST_P(Inflate, ReadsAHeaderWithItsOwnChecksum) {
  const std::string plain = make_gzip("text");
  std::string head = std::string("\x1f\x8b\x08\x0a", 4) + plain.substr(4, 6) + std::string("name\0", 5);
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(head.data()), static_cast<uInt>(head.size()));
  head += static_cast<char>(crc & 0xff);
  head += static_cast<char>(crc >> 8 & 0xff);
  const auto inflater = GetParam()();
  for (const std::size_t in : {1, 2, 3, 7, 1000}) {
    const Result result = inflate(*inflater, head + plain.substr(10), in, 100);
    EXPECT_EQ(result.status, Status::member_end) << in;
    EXPECT_EQ(result.bytes, "text") << in;
  }
}

TEST_P(Inflate, ChecksEveryBitOfTheTrailer) {
  const std::string text = some_log(500);
  const std::string packed = make_gzip(text);
  const auto inflater = GetParam()();
  for (std::size_t bit = (packed.size() - 8) * 8; bit < packed.size() * 8; ++bit) {
    for (const std::size_t in : {1, 5, 100'000}) {
      EXPECT_EQ(inflate(*inflater, flipped(packed, bit), in, 1000).status, Status::mismatch) << bit;
    }
  }
}

TEST_P(Inflate, TellsBadDataAndStaysThere) {
  const auto inflater = GetParam()();
  const Result result = inflate(*inflater, "\x1f\x8b\x08 and then this is no header at all, is it", 1000, 1000);
  EXPECT_NE(result.status, Status::member_end);
  std::string packed = make_gzip(noise(3000));
  packed[10] = 7;  // the third block type, which does not exist
  EXPECT_EQ(inflate(*inflater, packed, 1000, 1000).status, Status::corrupt);
  char room[8];
  EXPECT_EQ(inflater->run(packed, room, sizeof room).status, Status::corrupt);
  EXPECT_EQ(inflate(*inflater, make_gzip("again"), 1000, 1000).bytes, "again");
}

// Found by fuzzing: ISA-L told that it had taken more than it was given.
TEST_P(Inflate, TakesNoMoreThanItIsGivenOfBadData) {
  using namespace std::string_literals;
  const auto inflater = GetParam()();
  const std::string packed = make_gzip("plain, plain, plain text");
  const std::string odd = packed.substr(0, 10) + "\x2b\xc8\x49\xcc\xcc\xc3\xd2\xfb\xff\xff\xff\0\0\0\0\0\0\0\0\0\x2b"s;
  for (const std::size_t in : {2, 3, 11, 1000}) {
    inflate(*inflater, odd, in, 1000);
    for (std::size_t bit = 80; bit < packed.size() * 8; ++bit) {
      std::string broken = packed;
      broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << bit % 8));
      EXPECT_NE(inflate(*inflater, broken, in, 1000).status, Status::member_end) << bit;
      inflate(*inflater, broken.substr(0, 10 + bit / 8 % (broken.size() - 10)), in, 1000);
    }
  }
}

TEST_P(Inflate, WantsMoreAtACut) {
  const std::string packed = make_gzip(some_log(300));
  const auto inflater = GetParam()();
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_EQ(inflate(*inflater, packed.substr(0, size), 1000, 1000).status, Status::more) << size;
  }
}

#ifdef JITGATE_HAVE_ISAL
INSTANTIATE_TEST_SUITE_P(Of, Inflate, testing::Values(&make_zlib_inflater, &make_isal_inflater));
#else
INSTANTIATE_TEST_SUITE_P(Of, Inflate, testing::Values(&make_zlib_inflater));
#endif

}  // namespace
}  // namespace jitgate::open

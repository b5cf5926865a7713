// The scanner finds every needle, wherever it stands and whatever its case; checked against the plain search.
#include "recognise/scanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/text.h"

namespace jitgate::recognise {
namespace {

bool by_place(const Hit& a, const Hit& b) { return a.at != b.at ? a.at < b.at : a.needle < b.needle; }

std::vector<Hit> plain_search(const std::vector<std::string>& needles, std::string_view text) {
  std::vector<Hit> hits;
  const std::string lower = base::lower(text);
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    for (std::size_t at = lower.find(needles[n]); at != std::string::npos; at = lower.find(needles[n], at + 1)) {
      hits.push_back({at, n});
    }
  }
  std::sort(hits.begin(), hits.end(), by_place);
  return hits;
}

std::string noise(std::mt19937& random, std::size_t size) {
  static constexpr std::string_view kLetters = "abcdefghijklmnop [](){}:0123456789-_\n\r\xc3\x28TRITONkernel";
  std::string text(size, ' ');
  for (char& c : text) c = kLetters[random() % kLetters.size()];
  return text;
}

// The shortest needle says how far apart the scanner looks: one of each length, in text of blocks of all sizes.
TEST(Scanner, MissesNoneOf200000PlantedNeedles) {
  const std::vector<std::string> usual = {"kernel jit compilation during inference: ", "[jit_monitor.py:",
                                          "finish build [", "aaaaaaaa", "autotuning kernel "};
  const std::vector<std::string> shortest = {"start", "nvcc -", " module", "kernels:", "abcdefabcdef"};
  std::mt19937 random(7);
  std::size_t planted = 0, missed = 0, found = 0;
  std::vector<Hit> hits;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> needles = usual;
    needles.push_back(shortest[static_cast<std::size_t>(round) % shortest.size()]);
    const NeedleTable table(needles);
    std::string text = noise(random, 64 * 1024);
    for (int i = 0; i < 1000; ++i) {
      const std::string& needle = needles[random() % needles.size()];
      const std::size_t at = random() % (text.size() - needle.size() + 1);
      text.replace(at, needle.size(), needle);
      for (std::size_t k = 0; k < needle.size(); ++k) {
        if (random() % 3 == 0 && text[at + k] >= 'a' && text[at + k] <= 'z') text[at + k] -= 32;
      }
      ++planted;
    }
    const std::size_t block = std::size_t{64} << (random() % 11);
    for (std::size_t at = 0; at < text.size(); at += block) {
      const std::string_view piece = std::string_view(text).substr(at, block);
      const std::vector<Hit> expected = plain_search(needles, piece);
      find_needles(table, piece, hits);
      for (const Hit& hit : expected) missed += std::binary_search(hits.begin(), hits.end(), hit, by_place) ? 0 : 1;
      ASSERT_EQ(hits.size(), expected.size());
      found += hits.size();
    }
  }
  EXPECT_EQ(planted, 200'000U);
  EXPECT_GT(found, 100'000U);
  EXPECT_EQ(missed, 0U);
}

TEST(Scanner, AnyCuttingAtLinesFindsTheSame) {
  const std::vector<std::string> needles = {"with key as (", "best config selected: ", "abcde"};
  const NeedleTable table(needles);
  std::mt19937 random(11);
  std::string text;
  for (int line = 0; line < 3000; ++line) {
    text += std::to_string(random()) + (random() % 5 == 0 ? needles[random() % 3] : std::string("nothing")) + "\n";
  }
  std::vector<Hit> whole, piece, joined;
  find_needles(table, text, whole);
  ASSERT_GT(whole.size(), 300U);
  for (int round = 0; round < 20; ++round) {
    joined.clear();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', std::min(text.size() - 1, at + random() % 5000)) + 1;
      find_needles(table, std::string_view(text).substr(at, end - at), piece);
      for (const Hit& hit : piece) joined.push_back({hit.at + at, hit.needle});
      at = end;
    }
    ASSERT_EQ(joined, whole);
  }
}

TEST(Scanner, NeedlesAtBothEndsAndInShortTexts) {
  const std::vector<std::string> needles = {"abcde", "longer needle than most"};
  const NeedleTable table(needles);
  std::vector<Hit> hits;
  for (const std::string text : {"", "abc", "abcd", "abcde", "xABCDE", "abcdex", "xxxxxxabcde", "abcdeabcde"}) {
    find_needles(table, text, hits);
    EXPECT_EQ(hits, plain_search(needles, text)) << text;
  }
  find_needles(table, "a LONGER needle THAN most", hits);
  EXPECT_EQ(hits, (std::vector<Hit>{{2, 1}}));
}

TEST(Scanner, OnlyLettersFoldCase) {
  const NeedleTable table({"[jit]_mon@"});
  std::vector<Hit> hits;
  find_needles(table, "[JIT]_MON@", hits);
  EXPECT_EQ(hits.size(), 1U);
  // '{' and '}' differ from '[' and ']' by the same bit that tells a from A.
  find_needles(table, "{JIT}_MON`", hits);
  EXPECT_TRUE(hits.empty());
}

TEST(Scanner, EqualNeedlesShareTheFirstNumber) {
  const NeedleTable table({"equal needle", "other needle", "equal needle"});
  std::vector<Hit> hits;
  find_needles(table, "equal needle other needle", hits);
  EXPECT_EQ(hits, (std::vector<Hit>{{0, 0}, {13, 1}}));
}

TEST(Scanner, AnEmptyTableFindsNothing) {
  const NeedleTable table({});
  std::vector<Hit> hits = {{1, 1}};
  find_needles(table, "anything at all", hits);
  EXPECT_TRUE(hits.empty());
}

}  // namespace
}  // namespace jitgate::recognise

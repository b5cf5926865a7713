#include "publish/github_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <set>

#include "base/files.h"
#include "publish/github_random.h"

namespace jitgate::publish {
namespace {

TEST(GitHubFiles, NoValueEndsItself) {
  const std::string text =
      outputs_text({{"status", "a\nEOF\nok=true\njitgate_\n"}, {"ok", std::string("fa\0se\xFF", 6)}});
  const std::size_t begin = text.find("<<") + 2;
  const std::string delimiter = text.substr(begin, text.find('\n') - begin);
  EXPECT_EQ(delimiter.size(), std::string("jitgate_").size() + 32);
  EXPECT_TRUE(
      text.starts_with("status<<" + delimiter + "\na\nEOF\nok=true\njitgate_\n\n" + delimiter + "\nok<<jitgate_"));
  EXPECT_EQ(text.find('\0'), std::string::npos);
  EXPECT_NE(text.find("fa se\xEF\xBF\xBD\n"), std::string::npos);
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) seen.insert(random_hex(16));
  EXPECT_EQ(seen.size(), 100U);
}

TEST(GitHubFiles, AppendsOnALineOfItsOwn) {
  char folder[] = "/tmp/jitgate-files-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  const std::string path = std::string(folder) + "/summary";
  EXPECT_EQ(room_in_summary(path), 1'000'000U);
  ASSERT_TRUE(append_to(path, "a"));
  ASSERT_TRUE(append_to(path, "b\n"));
  ASSERT_TRUE(append_to(path, "c\n"));
  EXPECT_EQ(*base::read_file(path), "a\nb\nc\n");
  EXPECT_EQ(room_in_summary(path), 999'994U);
  ASSERT_TRUE(append_to(path, std::string(1'100'000, 'x')));
  EXPECT_EQ(room_in_summary(path), 0U);
  EXPECT_FALSE(append_to(std::string(folder) + "/none/summary", "a"));
  ::unlink(path.c_str());
  ::rmdir(folder);
}

}  // namespace
}  // namespace jitgate::publish

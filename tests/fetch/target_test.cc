#include "fetch/target.h"

#include <gtest/gtest.h>

namespace jitgate::fetch {
namespace {

// What each text asks for; empty: refused. Read as with GITHUB_SERVER_URL=https://ghes.example:8443.
TEST(Target, RunsAndTheirPages) {
  const std::string site = "https://ghes.example:8443";
  const auto read = [&site](const std::string& text) -> std::string {
    const auto target = parse_target(text, site);
    if (!target) return "";
    return full_name(target->repository) + " " + std::to_string(target->run) + " " + std::to_string(target->attempt);
  };
  EXPECT_EQ(read("github:o/r/runs/5"), "o/r 5 0");
  EXPECT_EQ(read("github:o/r.x/runs/5/attempts/2"), "o/r.x 5 2");
  EXPECT_EQ(read(site + "/o/r/actions/runs/5"), "o/r 5 0");
  EXPECT_EQ(read(site + "/o/r/actions/runs/5/attempts/3?x=y#z"), "o/r 5 3");
  EXPECT_EQ(read(site + "/o/r/actions/runs/5/job/77"), "o/r 5 0");
  for (const char* text :
       {"", "github:", "github:o/r", "github:o/r/runs/5/x", "github:o/r/runs/05", "github:o/r/runs/-5",
        "github:o/r/runs/5x", "github:o/r/runs/99999999999999999999", "github:o/r/runs/5/attempts/",
        "github:o/../runs/5", "github:o//runs/5", "github:o/r%2f/runs/5", "https://github.com/o/r/actions/runs/5",
        "https://ghes.example/o/r/actions/runs/5", "http://ghes.example:8443/o/r/actions/runs/5",
        "https://ghes.example:8443/o/r/pull/5"})
    EXPECT_EQ(read(text), "") << text;
}

TEST(Target, TheApiBelongsToTheSite) {
  EXPECT_EQ(api_of("", "https://github.com"), "https://api.github.com");
  EXPECT_EQ(api_of("", "https://tenant.ghe.com"), "https://api.tenant.ghe.com");
  EXPECT_EQ(api_of("", "https://ghes.example:8443"), "https://ghes.example:8443/api/v3");
  EXPECT_EQ(api_of("https://ghes.example/api/v3/", "https://github.com"), "https://ghes.example/api/v3");
  EXPECT_FALSE(api_of("api.github.com", "https://github.com"));
  EXPECT_FALSE(api_of("https://x/?a", "https://github.com"));
  EXPECT_FALSE(api_of("", "github.com"));
}

TEST(Target, Repositories) {
  EXPECT_EQ(full_name(*parse_repository("github:o/r")), "o/r");
  for (const char* text : {"o/r", "github:o", "github:o/r/runs/1", "github:o/", "github:./r"})
    EXPECT_FALSE(parse_repository(text)) << text;
}

}  // namespace
}  // namespace jitgate::fetch

// Links within an archive are passed over; links to what was left out are damage.
#include "open/links.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

TEST(Links, WithinTheArchiveAreNoDamage) {
  Reading reading;
  read_bytes(reading, "a.tar",
             make_tar({{"latest", "", "run/5"},  // before what it names, and a directory without its own entry
                       {"./run/5/w0.out", "0"},
                       {"run/5/w1.out", "", "w0.out"},
                       {"run/6/w0.out", "", "../5/./w0.out"},
                       {"run/6/same.out", "", "", "run/5/w0.out"},
                       {"top", "", "."},
                       {"again", "", "latest/w0.out/.."},
                       {"to-link", "", "latest"}}));
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.tar!run/5/w0.out"});
  EXPECT_EQ(reading.told().find("top"), std::string::npos) << reading.told();
  EXPECT_EQ(reading.told().find("w1.out"), std::string::npos) << reading.told();
}

TEST(Links, ToWhatIsNotThereAreDamage) {
  for (const char* target :
       {"/shared/w0.out", "../w0.out", "w0.out.1", "nothing/w0.out", "../../../../w0.out", "run"}) {
    Reading reading;
    read_bytes(reading, "a.tar.gz", make_gzip(make_tar({{"run/w0.out", "0"}, {"run/w1.out", "", target}})));
    EXPECT_TRUE(reading.has(DamageKind::unreadable, "a.tar.gz!run/w1.out")) << target << reading.told();
    EXPECT_EQ(reading.stream("a.tar.gz!run/w0.out").bytes, "0");
  }
  Reading hard;
  read_bytes(hard, "a.tar", make_tar({{"w0.out", "0"}, {"w1.out", "", "", "gone.out"}}));
  EXPECT_TRUE(hard.has(DamageKind::unreadable, "a.tar!w1.out")) << hard.told();
}

TEST(Links, AbsoluteNamesMayBeInTheArchive) {
  Reading reading;
  read_bytes(reading, "a.tar", make_tar({{"/run/w0.out", "0"}, {"/run/w1.out", "", "/run/w0.out"}}));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Links, AreToldInBoundedNumber) {
  Reading reading;
  const Limits limits;
  Opening opening(limits, reading);
  Links links;
  for (int i = 0; i < 20'000; ++i) links.link("a.tar!" + std::to_string(i), "n", "gone", false);
  links.report(opening);
  EXPECT_EQ(reading.without_stream.size(), 18U);
  EXPECT_TRUE(reading.has(DamageKind::limit)) << reading.told();
}

}  // namespace
}  // namespace jitgate::open

// Opens a path and does nothing with what is in it: what is left of the time of `jitgate check` is reading and judging.
#include "open/open.h"

#include <cstdio>

namespace {

class Nothing : public jitgate::open::Sink {
 public:
  void begin(const std::string&) override {}
  void data(std::string_view block) override { bytes += block.size(); }
  void end(const jitgate::model::StreamEnd&) override {}
  void damaged(const jitgate::model::Damage& damage) override { std::fprintf(stderr, "%s\n", damage.what.c_str()); }
  void container_end(const std::string&, jitgate::model::Checksum,
                     const std::vector<jitgate::model::Damage>&) override {}
  std::uint64_t bytes = 0;
};

}  // namespace

int main(int count, char** arguments) {
  Nothing nothing;
  for (int i = 1; i < count; ++i) {
    if (!jitgate::open::open_path(arguments[i], {}, nothing)) return 1;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(nothing.bytes));
}

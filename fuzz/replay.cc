// Replays a target's inputs and seeded mutations of them: `fuzz_replay TARGET MUTATIONS DIRECTORY…`. No coverage guides
// it, but the same seed gives the same inputs everywhere, and it is part of the ordinary sanitizer build.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <random>

#include "base/files.h"
#include "target.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> inputs_in(int count, char** directories) {
  std::vector<fs::path> files;
  for (int i = 0; i < count; ++i) {
    if (!fs::is_directory(directories[i])) continue;
    for (const auto& entry : fs::directory_iterator(directories[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs;
  for (const fs::path& file : files) inputs.push_back(jitgate::base::read_file(file.string()).value());
  return inputs;
}

// What some grammar gives a meaning to.
constexpr std::string_view kMeaning = "\"\\{}[]():,'%\x1b\r\n-0919.#`|<&";

// The kinds of harm that files come to: flipped bits, other bytes, stretches lost, doubled, moved, overwritten, two
// files in one, a cut end.
std::string mutated(const std::vector<std::string>& inputs, std::mt19937& random) {
  std::string text = inputs[random() % inputs.size()];
  for (auto rounds = 1 + random() % 4; rounds > 0 && !text.empty(); --rounds) {
    const std::size_t at = random() % text.size();
    const std::size_t length = std::min<std::size_t>(text.size() - at, 1 + random() % 64);
    switch (random() % 8) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << random() % 8));
        break;
      case 1:
        text[at] = static_cast<char>(random());
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(random() % text.size(), text.substr(at, length));
        break;
      case 4:
        text.replace(at, length, std::string(length, "\0\xFF \n"[random() % 4]));
        break;
      case 5: {
        const std::string& other = inputs[random() % inputs.size()];
        if (!other.empty()) text.insert(at, other, random() % other.size(), length);
        break;
      }
      case 6:
        text.resize(at);
        break;
      default:
        text.insert(at, 1 + random() % 4, kMeaning[random() % kMeaning.size()]);
    }
  }
  return text;
}

std::string in_hand;
const char* target_in_hand = "";

// What was in hand when a claim failed or a sanitizer spoke is written out, to become a test.
void keep_input() {
  std::FILE* file = std::fopen("fuzz_replay.found", "wb");
  if (file == nullptr) return;
  std::fwrite(in_hand.data(), 1, in_hand.size(), file);
  std::fclose(file);
  std::fprintf(stderr, "target %s: the input is in fuzz_replay.found\n", target_in_hand);
}

}  // namespace

// Called by the sanitizers' runtime where they are linked.
extern "C" void __asan_on_error() { keep_input(); }  // NOLINT(bugprone-reserved-identifier)

int main(int argc, char** argv) {
  const jitgate::fuzz::Target* target = argc > 3 ? jitgate::fuzz::target_named(argv[1]) : nullptr;
  if (target == nullptr) {
    std::fputs("usage: fuzz_replay TARGET MUTATIONS DIRECTORY…\n", stderr);
    return 2;
  }
  target_in_hand = target->name;
  std::set_terminate(std::abort);
  std::signal(SIGABRT, [](int) { keep_input(); });
  const std::vector<std::string> inputs = inputs_in(argc - 3, argv + 3);
  if (inputs.empty()) {
    std::fprintf(stderr, "fuzz_replay: no input for %s\n", target->name);
    return 2;
  }
  for (const std::string& input : inputs) {
    in_hand = input;
    target->run(in_hand);
  }
  std::mt19937 random(1);
  const long mutations = std::strtol(argv[2], nullptr, 10);
  for (long i = 0; i < mutations; ++i) {
    in_hand = mutated(inputs, random);
    target->run(in_hand);
  }
  std::printf("fuzz: %s: %zu inputs, %ld mutations\n", target->name, inputs.size(), mutations);
  return 0;
}

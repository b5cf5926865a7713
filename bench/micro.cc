// The three inner loops by themselves, on text in memory: looking for needles, reading stamps and heads, finding lines.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "read/survey.h"
#include "recognise/head.h"
#include "recognise/head_shapes.h"
#include "recognise/scanner.h"

namespace {

using namespace jitgate;

// A megabyte of an engine's log.
const std::string& text() {
  static const std::string made = [] {
    std::string lines;
    for (int i = 0; lines.size() < 1'000'000; ++i) {
      const std::string second = std::to_string(10 + i / 200 % 50);
      lines += "(Worker_TP" + std::to_string(i % 4) + " pid=77" + std::to_string(i % 4) +
               ") INFO 09-03 10:41:" + second + " [gpu_model_runner.py:2338] scheduled block table " +
               std::to_string(i * 7919 % 99991) + " of step " + std::to_string(i) + " in 12.345 ms (" +
               std::to_string(i % 4096) + " tokens, group 3)\n";
    }
    return lines;
  }();
  return made;
}

template <typename Use>
void each_line(std::string_view all, Use&& use) {
  while (!all.empty()) {
    const std::size_t newline = all.find('\n');
    use(all.substr(0, newline));
    if (newline == std::string_view::npos) return;
    all.remove_prefix(newline + 1);
  }
}

void done(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text().size()));
}

// `range`: so many needles, the shortest of five bytes.
void scanner(benchmark::State& state) {
  std::vector<std::string> needles = {"nvcc "};
  std::mt19937 random(1);
  while (static_cast<std::int64_t>(needles.size()) < state.range(0)) {
    std::string& needle = needles.emplace_back();
    for (int i = 0; i < 12; ++i) needle += static_cast<char>('a' + random() % 26);
  }
  const recognise::NeedleTable table(needles);
  std::vector<recognise::Hit> hits;
  for (auto _ : state) {
    recognise::find_needles(table, text(), hits);
    benchmark::DoNotOptimize(hits.data());
  }
  done(state);
}
BENCHMARK(scanner)->Arg(40)->Arg(100)->Arg(400);

void line_finder(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t lines = 0;
    each_line(text(), [&](std::string_view line) { lines += line.size(); });
    benchmark::DoNotOptimize(lines);
  }
  done(state);
}
BENCHMARK(line_finder);

void survey(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(read::survey_of(text()));
  done(state);
}
BENCHMARK(survey);

void stamp_parser(benchmark::State& state) {
  std::size_t length = 0;
  for (auto _ : state) benchmark::DoNotOptimize(recognise::read_stamp("2026-09-03T10:41:07.118204Z  INFO", &length));
}
BENCHMARK(stamp_parser);

void heads_read(benchmark::State& state) {
  for (auto _ : state) {
    each_line(text(), [](std::string_view line) { benchmark::DoNotOptimize(recognise::read_head(line).prefixes); });
  }
  done(state);
}
BENCHMARK(heads_read);

void heads_known(benchmark::State& state) {
  recognise::HeadShapes shapes;
  for (auto _ : state) {
    each_line(text(), [&](std::string_view line) {
      const recognise::HeadShape* shape = shapes.find(line, false);
      if (shape == nullptr) shape = shapes.learn(line, recognise::read_head(line), 0);
      benchmark::DoNotOptimize(shape);
    });
  }
  done(state);
}
BENCHMARK(heads_known);

}  // namespace

BENCHMARK_MAIN();

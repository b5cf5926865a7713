#include "run/lanes.h"

#include <algorithm>
#include <utility>

namespace jitgate::run {
namespace {

constexpr std::size_t kBuffers = 6;  // of up to a block of the opener's, 256 KB

}  // namespace

Lanes::Lanes(std::size_t threads) {
  for (std::size_t i = 0; i < kBuffers; ++i)
    free_.push_back(buffers_.emplace_back(std::make_unique<std::string>()).get());
  for (std::size_t i = 0; i < threads; ++i) {
    Lane& lane = *lanes_.emplace_back(std::make_unique<Lane>());
    lane.thread = std::thread([this, &lane] { work(lane); });
  }
}

Lanes::~Lanes() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const auto& lane : lanes_) lane->more.notify_one();
  }
  for (const auto& lane : lanes_) lane->thread.join();
}

std::size_t Lanes::shortest() {
  const std::lock_guard lock(mutex_);
  const auto at =
      std::min_element(lanes_.begin(), lanes_.end(), [](const auto& a, const auto& b) { return a->open < b->open; });
  return static_cast<std::size_t>(at - lanes_.begin());
}

std::optional<std::size_t> Lanes::idle() {
  const std::size_t lane = shortest();
  const std::lock_guard lock(mutex_);
  return lanes_[lane]->open == 0 ? std::optional(lane) : std::nullopt;
}

void Lanes::add(std::size_t lane, Job job) {
  const std::lock_guard lock(mutex_);
  Lane& to = *lanes_[lane];
  to.jobs.push_back(std::move(job));
  ++to.open;
  to.more.notify_one();
}

void Lanes::pass(std::size_t lane, std::string_view bytes, const std::function<void(std::string_view)>* use) {
  Job job;
  job.use = use;
  {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [this] { return !free_.empty(); });
    job.buffer = free_.back();
    free_.pop_back();
  }
  job.buffer->assign(bytes);
  add(lane, std::move(job));
}

void Lanes::run(std::size_t lane, std::function<void()> job) {
  Job one;
  one.call = std::move(job);
  add(lane, std::move(one));
}

void Lanes::work(Lane& lane) {
  std::unique_lock lock(mutex_);
  while (true) {
    lane.more.wait(lock, [&] { return ending_ || !lane.jobs.empty(); });
    if (lane.jobs.empty()) return;
    Job job = std::move(lane.jobs.front());
    lane.jobs.pop_front();
    // After a failure nothing is read any more, but the opener must not wait for ever.
    const bool skip = thrown_ != nullptr;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      if (!skip) job.buffer != nullptr ? (*job.use)(*job.buffer) : job.call();
    } catch (...) {
      thrown = std::current_exception();
    }
    job.call = nullptr;  // and all that it holds, before anybody is told that it is done
    lock.lock();
    if (thrown && !thrown_) thrown_ = thrown;
    if (job.buffer != nullptr) free_.push_back(job.buffer);
    --lane.open;
    freed_.notify_one();
  }
}

void Lanes::finish() {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [this] {
    return std::all_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->open == 0; });
  });
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace jitgate::run

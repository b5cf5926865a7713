#include "recognise/folding.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace jitgate::recognise {

namespace {

// Equal records of the once-rules: one for each writer, and those of relays go to a writer's if there is one.
class OnceBook {
 public:
  // The draft that this one repeats; its own index where it is the first.
  std::size_t first_of(const std::deque<Draft>& drafts, std::size_t index) {
    std::vector<std::size_t>& same = by_message_[drafts[index].message_identity];
    for (const std::size_t other : same) {
      if (drafts[other].writer == drafts[index].writer || drafts[index].relay) return other;
    }
    same.push_back(index);
    return index;
  }

 private:
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_message_;
};

// Equal dated records: how many of each wrapper form, and the drafts that stand for them.
class FormBook {
 public:
  std::size_t first_of(const std::deque<Draft>& drafts, std::size_t index) {
    Same& same = records_[drafts[index].identity];
    const std::size_t number = ++same.by_form[drafts[index].form];
    if (number <= same.kept.size()) return same.kept[number - 1];
    same.kept.push_back(index);
    return index;
  }

 private:
  struct Same {
    std::map<int, std::size_t> by_form;
    std::vector<std::size_t> kept;
  };
  std::unordered_map<std::uint64_t, Same> records_;
};

}  // namespace

void fold(std::deque<Draft>& drafts, Timeline& timeline) {
  const bool one_form =
      std::all_of(drafts.begin(), drafts.end(), [&](const Draft& draft) { return draft.form == drafts.front().form; });
  std::vector<bool> gone(drafts.size(), false);
  const auto fold_into = [&](std::size_t first, std::size_t index) {
    if (first == index) return;
    Draft& draft = drafts[index];
    drafts[first].event.repeats += draft.event.repeats;
    timeline.forget(draft.first);
    if (draft.last != draft.first) timeline.forget(draft.last);
    gone[index] = true;
  };
  FormBook forms;
  OnceBook once;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (drafts[i].once && !drafts[i].relay) fold_into(once.first_of(drafts, i), i);
    if (!drafts[i].once && !one_form) fold_into(forms.first_of(drafts, i), i);
  }
  // Relays last: what they pass on may stand below their own line.
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (drafts[i].once && drafts[i].relay) fold_into(once.first_of(drafts, i), i);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (gone[i]) continue;
    if (kept != i) drafts[kept] = std::move(drafts[i]);
    ++kept;
  }
  drafts.erase(drafts.begin() + static_cast<std::ptrdiff_t>(kept), drafts.end());
}

}  // namespace jitgate::recognise

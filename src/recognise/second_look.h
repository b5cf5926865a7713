// A second look at a line that holds a rule's needle and gave no event: is a record in it that the first look could not
// see, because its head is of a logger that nobody described, or because it stands in JSON? Apart from the matcher,
// whose questions are about known heads; and last, so that it cannot take from a line what is told there more surely.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "recognise/matcher.h"

namespace jitgate::recognise {

// Appends what is found. `listed`: the line stands in a list of what a command printed (printed_list.h). `unfolded`
// receives the texts that matches have views into and that are no part of the line.
void look_again(const std::vector<Rule>& rules, const Matcher& matcher, std::string_view segment,
                const model::LineHead& head, const std::vector<std::uint32_t>& candidates, bool listed,
                std::deque<std::string>& unfolded, std::vector<Match>& out);

}  // namespace jitgate::recognise

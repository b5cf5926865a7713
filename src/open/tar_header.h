// Recognises a tar header, also a damaged one. libarchive recognises only intact ones, and a tar whose first header has
// one flipped bit would pass for a plain log.
#pragma once

#include <string_view>

namespace jitgate::open {

// Whether `head` (at least 512 bytes, or a whole shorter stream) begins like a tar: by its magic with at most one
// flipped bit, by its header checksum (tars older than ustar have no magic), or by the form of its number fields.
bool resembles_tar(std::string_view head);

// Whether the bytes are all zero; true for none.
bool all_zero(std::string_view bytes);

}  // namespace jitgate::open

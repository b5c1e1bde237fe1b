#pragma once
/// The client's texts in English, Korean and Japanese, and the fonts that can show them.
///
/// Texts live in po/*.po under short keys; the build turns them into the enumerators of Text and one table
/// a language, so a missing translation does not compile. Every character of every text is in the fonts.
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dolbang::i18n {

enum class Language { english, korean, japanese };  // the order of the tables

enum class Text {
#include "texts.inc"
  count_
};
inline constexpr std::size_t text_count = static_cast<std::size_t>(Text::count_);

/// The text in a language; never null, lives for ever.
const char* text(Language language, Text text);

/// The text with its placeholders filled: format(l, Text::turn_of, {{"side", "Black"}}).
std::string format(Language language, Text text,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values);

/// "ko_KR.UTF-8", "ja", "en-US" ... to a language; English when it is none of ours.
Language language_of_locale(std::string_view locale);

enum class Face { korean, japanese, bold };
/// An OpenType font, for the whole life of the program. Noto Sans CJK, SIL Open Font License 1.1.
std::span<const unsigned char> font(Face face);

}  // namespace dolbang::i18n

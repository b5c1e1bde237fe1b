// The texts of three languages, and whether the fonts can show them.
#include <doctest/doctest.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

#include <string>
#include <string_view>
#include <vector>

#include "ai/levels.hpp"
#include "client-sdl/i18n/i18n.hpp"

using namespace dolbang;
using i18n::Face;
using i18n::Language;
using i18n::Text;

namespace {

constexpr Language languages[] = {Language::english, Language::korean, Language::japanese};

std::vector<Text> all_texts() {
  std::vector<Text> texts;
  for (std::size_t i = 0; i < i18n::text_count; ++i) texts.push_back(static_cast<Text>(i));
  return texts;
}

/// The characters of UTF-8 that is known to be good.
std::vector<int> characters(std::string_view text) {
  std::vector<int> found;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    int character = length == 1 ? lead : lead & (0x7F >> length);
    for (int i = 1; i < length; ++i)
      character = (character << 6) | (static_cast<unsigned char>(text[at + static_cast<std::size_t>(i)]) & 0x3F);
    found.push_back(character);
    at += static_cast<std::size_t>(length);
  }
  return found;
}

struct Font {
  stbtt_fontinfo info{};
  bool ok = false;
  explicit Font(Face face) { ok = stbtt_InitFont(&info, i18n::font(face).data(), 0) != 0; }
  bool has(int character) const { return stbtt_FindGlyphIndex(&info, character) != 0; }
  /// A blank where there ought to be ink is as bad as a missing glyph.
  bool has_ink(int character) const {
    if (!has(character)) return false;  // else the box is that of the sign for "missing"
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    return stbtt_GetCodepointBox(&info, character, &x0, &y0, &x1, &y1) != 0 && x1 > x0 && y1 > y0;
  }
};

bool in_range(int character, int first, int last) { return character >= first && character <= last; }
bool is_hangul(int character) { return in_range(character, 0xAC00, 0xD7A3); }
bool is_kana(int character) { return in_range(character, 0x3041, 0x30FF); }

}  // namespace

TEST_CASE("G14 every text exists in English, Korean and Japanese") {
  for (const Language language : languages)
    for (const Text text : all_texts()) {
      CAPTURE(static_cast<int>(text));
      CHECK(std::string_view(i18n::text(language, text)).size() > 0);
    }
}

TEST_CASE("G14 Korean is Korean and Japanese is Japanese") {
  // A line that was copied over in the wrong language is found by its script.
  for (const Text text : all_texts()) {
    for (const int character : characters(i18n::text(Language::korean, text))) CHECK_FALSE(is_kana(character));
    for (const int character : characters(i18n::text(Language::japanese, text))) CHECK_FALSE(is_hangul(character));
    for (const int character : characters(i18n::text(Language::english, text))) CHECK(character < 0x2100);
  }
}

TEST_CASE("G14 the discs are called as people call them") {
  CHECK(std::string_view(i18n::text(Language::korean, Text::black)) == "흑");
  CHECK(std::string_view(i18n::text(Language::korean, Text::white)) == "백");
  CHECK(std::string_view(i18n::text(Language::japanese, Text::black)) == "黒");
  CHECK(std::string_view(i18n::text(Language::japanese, Text::white)) == "白");
}

TEST_CASE("L03 the seven levels have the names of the ladder") {
  constexpr Text names[] = {Text::level_novice, Text::level_easy, Text::level_casual, Text::level_medium,
                            Text::level_strong, Text::level_hard, Text::level_max};
  constexpr std::string_view ladder[][3] = {{"Novice", "입문", "入門"},   {"Easy", "초급", "初級"},
                                            {"Casual", "약함", "よわい"}, {"Medium", "중급", "ふつう"},
                                            {"Strong", "강함", "つよい"}, {"Hard", "고급", "上級"},
                                            {"Strongest", "최강", "最強"}};
  static_assert(std::size(names) == all_levels.size());
  for (std::size_t level = 0; level < std::size(names); ++level)
    for (std::size_t language = 0; language < 3; ++language)
      CHECK(i18n::text(languages[language], names[level]) == ladder[level][language]);
}

TEST_CASE("G14 the language follows the system's locale") {
  CHECK(i18n::language_of_locale("ko_KR.UTF-8") == Language::korean);
  CHECK(i18n::language_of_locale("ko") == Language::korean);
  CHECK(i18n::language_of_locale("ja_JP") == Language::japanese);
  CHECK(i18n::language_of_locale("ja-JP") == Language::japanese);
  CHECK(i18n::language_of_locale("en_GB.UTF-8") == Language::english);
  CHECK(i18n::language_of_locale("fr_FR") == Language::english);
  CHECK(i18n::language_of_locale("kok_IN") == Language::english);  // Konkani is not Korean
  CHECK(i18n::language_of_locale("C") == Language::english);
  CHECK(i18n::language_of_locale("") == Language::english);
}

TEST_CASE("G14 placeholders are filled in every language") {
  for (const Language language : languages) {
    const std::string text = i18n::format(language, Text::last_move_text,
                                          {{"side", "<side>"}, {"square", "<square>"}, {"count", "<count>"}});
    CAPTURE(text);
    for (const char* part : {"<side>", "<square>", "<count>"}) CHECK(text.find(part) != std::string::npos);
    CHECK(text.find('{') == std::string::npos);
  }
}

TEST_CASE("G14 a name with braces in it is shown as it is") {
  const std::string text = i18n::format(Language::english, Text::join_question, {{"name", "{name} {x"}});
  CHECK(text.find("{name} {x") != std::string::npos);
}

TEST_CASE("G14 every character of every text is in its fonts") {
  const Font korean(Face::korean), japanese(Face::japanese), bold(Face::bold);
  REQUIRE(korean.ok);
  REQUIRE(japanese.ok);
  REQUIRE(bold.ok);
  for (const Language language : languages) {
    const Font& regular = language == Language::japanese ? japanese : korean;
    for (const Text text : all_texts())
      for (const int character : characters(i18n::text(language, text))) {
        CAPTURE(character);
        CHECK(regular.has(character));
        CHECK(bold.has(character));
        if (character != ' ' && character != '\n' && character != 0x3000) {
          CHECK(regular.has_ink(character));
          CHECK(bold.has_ink(character));
        }
      }
  }
}

TEST_CASE("G14 names in Latin, Hangul, kana and common kanji can be shown") {
  const Font korean(Face::korean), japanese(Face::japanese);
  const auto shown = [&](std::string_view name) {
    for (const int character : characters(name)) {
      CAPTURE(character);
      CHECK((korean.has_ink(character) || japanese.has_ink(character)));
    }
  };
  shown("Zoë");
  shown("Jürgen");
  shown("Jōji");
  shown("민수");
  shown("뷁");
  shown("さくら");
  shown("サクラ");
  shown("佐藤");
  shown("高橋");
}

TEST_CASE("G14 the fonts in the program stay small") {
  std::size_t bytes = 0;
  for (const Face face : {Face::korean, Face::japanese, Face::bold}) bytes += i18n::font(face).size();
  CHECK(bytes < 4u * 1024 * 1024);
}

#include "client-sdl/i18n/i18n.hpp"

namespace dolbang::i18n {
namespace detail {
extern const char* const texts[][text_count];
}

const char* text(Language language, Text text) {
  return detail::texts[static_cast<std::size_t>(language)][static_cast<std::size_t>(text)];
}

std::string format(Language language, Text which,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  std::string_view pattern = text(language, which);
  std::string out;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    out += pattern.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = pattern.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = pattern.substr(open + 1, close - open - 1);
    for (const auto& [key, value] : values)
      if (key == name) out += value;
    pattern.remove_prefix(close + 1);
  }
  return out;
}

Language language_of_locale(std::string_view locale) {
  const std::string_view code = locale.substr(0, locale.find_first_of("_-.@"));
  if (code == "ko") return Language::korean;
  if (code == "ja") return Language::japanese;
  return Language::english;
}

}  // namespace dolbang::i18n

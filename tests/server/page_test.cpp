#include "server/net/page.hpp"

#include <doctest/doctest.h>

#include "games/catalogue.hpp"
#include "server/ops/url.hpp"

using namespace dolbang;
using namespace dolbang::net;

namespace {
bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }
RoomSummary waiting_room() {
  return {"abcdefghjkmn", "reversi", "8x8", proto::Phase::waiting, "Ann", "", false, 1, std::nullopt};
}
/// A room whose game is over, or was as far as `moves` when the room ended.
RoomSummary room_with(const GameSpec& spec, std::string_view moves) {
  RoomSummary room = waiting_room();
  room.game = spec.game;
  room.variant = spec.variant;
  room.phase = proto::Phase::over;
  room.white = "Bob";
  room.record = notation::record_of(*Match::replay(spec, moves));
  return room;
}
std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}
}  // namespace

TEST_CASE("G14 the page's language follows Accept-Language") {
  CHECK(language_from("") == Language::english);
  CHECK(language_from("fr") == Language::english);
  CHECK(language_from("ko") == Language::korean);
  CHECK(language_from("ko-KR,ko;q=0.9,en-US;q=0.8") == Language::korean);
  CHECK(language_from("en;q=0.5, JA;q=0.7") == Language::japanese);
  CHECK(language_from("fr-FR, ja;q=0.3, en;q=0.2") == Language::japanese);
  CHECK(language_from("kok, en;q=0.1") == Language::english);  // Konkani is not Korean
  CHECK(language_from(";;;,,,q=;q=zz") == Language::english);
}

TEST_CASE("F04 the room's page tells what it is and how to come in") {
  const std::string page = room_page(waiting_room(), "http://h:1", Language::english);
  CHECK(has(page, "Ann waits for you to join."));
  CHECK(has(page, "<title>Reversi (8×8) with a friend</title>"));
  CHECK(has(page, "href=\"dolbang://h:1/r/abcdefghjkmn\""));
  CHECK(has(page, "value=\"http://h:1/r/abcdefghjkmn\""));
  CHECK(has(page, "property=\"og:title\""));
  CHECK(has(page, "property=\"og:description\""));
  CHECK(has(page, "id=\"copy\""));
  CHECK(has(room_page(waiting_room(), "http://h:1", Language::korean), "Ann 님이 기다리고 있습니다."));
  CHECK(has(room_page(waiting_room(), "http://h:1", Language::japanese), "Annさんが待っています。"));
}

TEST_CASE("the room's page and its preview name the game and its rules in the reader's language") {
  RoomSummary room = waiting_room();
  const auto title = [&](Language language) {
    const std::string page = room_page(room, "http://h", language);
    const std::string_view tag = "property=\"og:title\" content=\"";
    const auto begin = page.find(tag) + tag.size();
    return page.substr(begin, page.find('"', begin) - begin);
  };
  room.game = "omok";
  room.variant = "renju-loses-swap2";
  CHECK(title(Language::english) == "Omok (Renju rules, a forbidden point loses, Swap2 opening) with a friend");
  CHECK(title(Language::korean) == "친구와 두는 오목 (렌주 규칙, 금수를 두면 패배, 스왑2 오프닝)");
  CHECK(title(Language::japanese) == "友だちと五目並べ (連珠ルール, 禁手は負け, スワップ2)");
  room.game = "reversi";
  room.variant = "6x6-black2";
  CHECK(title(Language::english) == "Reversi (6×6, black starts with 2 corners) with a friend");
  room.game = "halma";  // not named here yet
  room.variant = "large<b>";
  CHECK(title(Language::english) == "halma (large&lt;b&gt;) with a friend");
}

TEST_CASE("every game and every part of a variant has a name in each language") {
  for (const Rules* rules : all_games())
    for (const std::string& variant : rules->variants()) {
      RoomSummary room = waiting_room();
      room.game = rules->id();
      room.variant = variant;
      for (const auto language : {Language::korean, Language::japanese}) {
        const std::string page = room_page(room, "http://h", language);
        const auto begin = page.find("<title>") + 7;
        const std::string title = page.substr(begin, page.find('<', begin) - begin);
        CHECK_MESSAGE(title.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos, title);
      }
    }
}

TEST_CASE("F03 the room's page hands its address to the system's share sheet where there is one") {
  for (const auto& [language, word] :
       {std::pair{Language::english, "Share"}, {Language::korean, "공유"}, {Language::japanese, "共有"}}) {
    const std::string html = room_page(waiting_room(), "https://play.example.org", language);
    // Hidden until the script has found that there is one.
    CHECK(has(html, "<button id=\"share\" type=\"button\" hidden>" + std::string(word)));
    CHECK(has(html, "navigator.share({"));
  }
}

TEST_CASE("the room's page follows the phase") {
  RoomSummary room = waiting_room();
  room.phase = proto::Phase::playing;
  room.white = "{black}";
  CHECK(has(room_page(room, "http://h", Language::english), "Ann (black) and {black} (white) are playing."));
  room.phase = proto::Phase::over;
  CHECK(has(room_page(room, "http://h", Language::english), "The game is over."));
}

TEST_CASE("the page of a room that has ended shows its last game and no button") {
  RoomSummary room = room_with({"reversi", "8x8"}, "f5d6");
  room.ended = true;
  const std::string page = room_page(room, "http://h", Language::english);
  CHECK(has(page, "Ann (black) and Bob (white) played here. The room has ended."));
  CHECK(has(page, "The last game"));
  CHECK(has(page, "<li>f5</li>\n<li>d6</li>"));
  CHECK_FALSE(has(page, "dolbang://"));
  CHECK(has(room_page(room, "http://h", Language::korean), "방이 끝났습니다."));
  CHECK(has(room_page(room, "http://h", Language::japanese), "この部屋は終了しました。"));
}

TEST_CASE("the page of a finished game shows result, board, numbered moves and where to get the record") {
  // The shortest game there is: white is wiped out.
  RoomSummary room = room_with({"reversi", "8x8"}, "e6f4e3f6g5d6e7f5c5");
  room.record->moves[1].comment = "AI (easy)";
  room.game_number = 3;
  const std::string page = room_page(room, "http://h", Language::english);
  CHECK(has(page, "Black won 13–0"));
  CHECK(has(page, "The moves of game 3"));
  CHECK(count(page, "<li>") == 9);
  CHECK(has(page, "<li>f4<small>computer</small></li>"));
  CHECK(count(page, "r=\"9\"") == 13);            // discs
  CHECK(count(page, "stroke=\"#e8453c\"") == 1);  // the last one
  CHECK(has(page, ">9</text>"));
  for (const char* format : {"ggf", "sgf", "txt"})
    CHECK(has(page, "href=\"/r/abcdefghjkmn/record?format=" + std::string(format) + "\""));
  CHECK_FALSE(has(page, "format=psq"));
  CHECK(has(page, "format=txt&amp;game=1\">1</a>"));
  CHECK(has(page, "format=txt&amp;game=2\">2</a>"));
  CHECK(has(room_page(room, "http://h", Language::korean), "흑 승 13–0"));
  CHECK(has(room_page(room, "http://h", Language::japanese), "第3局の手順"));

  room = room_with({"omok", "renju-swap2"}, "H8I9G7 swap K10");
  room.record->result = notation::RecordResult{Side::white, notation::RecordResult::How::resigned, std::nullopt};
  const std::string omok = room_page(room, "http://h", Language::english);
  CHECK(has(omok, "White won (by resignation)"));
  CHECK(has(omok, "<li>swap</li>"));
  CHECK(count(omok, "r=\"9\"") == 4);
  CHECK(has(omok, ">4</text>"));
  CHECK_FALSE(has(omok, "format=ggf"));
  CHECK_FALSE(has(omok, "style=\""));
}

TEST_CASE("names cannot leave their place in the page") {
  RoomSummary room = waiting_room();
  room.black = "<script>alert('x')</script>\"&";
  const std::string page = room_page(room, "http://h", Language::english);
  CHECK_FALSE(has(page, "<script>alert"));
  CHECK(has(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp; waits"));
}

TEST_CASE("the pages need nothing from elsewhere") {
  for (const auto language : {Language::english, Language::korean, Language::japanese}) {
    for (const std::string& page : {room_page(waiting_room(), "http://h", language), landing_page("http://h", language),
                                    not_found_page(language)}) {
      CHECK_FALSE(has(page, "src="));
      CHECK_FALSE(has(page, "<link"));
      CHECK_FALSE(has(page, "@import"));
      CHECK_FALSE(has(page, "style=\""));
    }
  }
  CHECK(content_security_policy().starts_with("default-src 'none'; style-src 'sha256-"));
  CHECK_FALSE(has(content_security_policy(), "unsafe"));
}

TEST_CASE("only a plain host is believed") {
  for (const char* good : {"localhost", "localhost:8080", "play.example.org", "1.2.3.4:80", "[::1]:8080", "[fe80::1]"})
    CHECK_MESSAGE(ops::is_host(good), good);
  for (const char* bad :
       {"", "a b", "a/b", "a\"b", "user@host", "host:", "host:port", "host:123456", "[::1", "[]", "::1", "<x>", "-"})
    CHECK_MESSAGE(!ops::is_host(bad), bad);
  CHECK(ops::base_url("", false, "evil\"><script>") == "");
  CHECK(ops::base_url("", false, "h:1") == "http://h:1");
  CHECK(ops::base_url("", true, "h:1") == "https://h:1");
  CHECK(ops::base_url("https://p", false, "h:1") == "https://p");
  CHECK(ops::desktop_url("http://h:1", "c") == "dolbang://h:1/r/c");
  CHECK(ops::desktop_url("https://h", "c") == "dolbangs://h/r/c");
}

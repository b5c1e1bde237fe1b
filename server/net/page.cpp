#include "server/net/page.hpp"

#include <algorithm>
#include <array>

#include "server/net/diagram.hpp"
#include "server/net/record.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/url.hpp"

namespace dolbang::net {

namespace {

struct Text {
  std::string_view lang;
  std::string_view room_title;  // "{game}": the game's name
  std::string_view waiting;     // "{name}": who waits
  std::string_view waiting_unnamed;
  std::string_view playing;  // "{black}", "{white}"
  std::string_view playing_unnamed;
  std::string_view over;
  std::string_view ended;  // "{black}", "{white}"
  std::string_view ended_unnamed;
  std::string_view last_game;
  std::string_view black_won;
  std::string_view white_won;
  std::string_view drawn;
  std::string_view resigned;
  std::string_view on_time;
  std::string_view moves;  // "{number}" of the game
  std::string_view by_computer;
  std::string_view pass;
  std::string_view record;  // the files of it
  std::string_view earlier;
  std::string_view new_room;
  std::string_view open_client;
  std::string_view open_hint;
  std::string_view address;
  std::string_view copy;
  std::string_view copied;
  std::string_view share;
  std::string_view get_client;
  std::string_view get_client_how;
  std::string_view paste_hint;
  std::string_view landing_title;
  std::string_view landing_text;
  std::string_view missing_title;
  std::string_view missing_text;
  // For spectators with a link of their own, and for those whom the players do not let watch.
  std::string_view watch_title;
  std::string_view watch_waiting;
  std::string_view watch_playing;
  std::string_view watch_hint;
  std::string_view shut_out;
};

constexpr std::array<Text, 3> texts{
    Text{"en",
         "{game} with a friend",
         "{name} waits for you to join.",
         "A player waits for you to join.",
         "{black} (black) and {white} (white) are playing. Both seats are taken; you can watch.",
         "A game is being played. Both seats are taken; you can watch.",
         "The game is over.",
         "{black} (black) and {white} (white) played here. The room has ended.",
         "This room has ended.",
         "The last game",
         "Black won",
         "White won",
         "A draw",
         "by resignation",
         "on time",
         "The moves of game {number}",
         "computer",
         "pass",
         "Save the game:",
         "Earlier games:",
         "Make a new room in Dolbang and send its address to your friend.",
         "Open in Dolbang",
         "Nothing begins until you press Join in the program.",
         "The room’s address",
         "Copy",
         "Copied",
         "Share",
         "No Dolbang yet?",
         "Get the source, run ./run in its folder (Debian 12 or 13), and it installs and starts itself.",
         "Does the button do nothing? Start Dolbang, choose “Join by URL” and paste the address.",
         "Dolbang, a room for two",
         "This server keeps rooms for two-player stone games. Make a room in Dolbang and send its address to a friend.",
         "There is no such room",
         "The address may be incomplete, or the room has ended. Ask your friend for a new one.",
         "Watch {game}",
         "The game has not begun yet.",
         "A game is being played.",
         "With this address you can watch, but not play.",
         "Both seats are taken, and the players play alone."},
    Text{"ko",
         "친구와 두는 {game}",
         "{name} 님이 기다리고 있습니다.",
         "상대가 기다리고 있습니다.",
         "{black}(흑) 님과 {white}(백) 님이 두고 있습니다. 자리가 모두 찼으며 관전할 수 있습니다.",
         "대국이 진행 중입니다. 자리가 모두 찼으며 관전할 수 있습니다.",
         "대국이 끝났습니다.",
         "{black}(흑) 님과 {white}(백) 님이 두던 방입니다. 방이 끝났습니다.",
         "이 방은 끝났습니다.",
         "마지막 대국",
         "흑 승",
         "백 승",
         "무승부",
         "기권",
         "시간 초과",
         "{number}국의 수순",
         "컴퓨터",
         "통과",
         "기보 저장:",
         "이전 대국:",
         "돌방에서 새 방을 만들고 주소를 친구에게 보내세요.",
         "돌방에서 열기",
         "프로그램에서 ‘참가’를 눌러야 시작됩니다.",
         "방 주소",
         "복사",
         "복사됨",
         "공유",
         "돌방이 아직 없나요?",
         "소스를 받아 그 폴더에서 ./run 을 실행하면(Debian 12, 13) 설치되고 시작됩니다.",
         "버튼이 반응하지 않으면 돌방을 켜고 ‘URL로 참가’에 주소를 붙여 넣으세요.",
         "돌방, 둘만의 방",
         "둘이 두는 돌 놀이의 방을 지키는 서버입니다. 돌방에서 방을 만들고 주소를 친구에게 보내세요.",
         "그런 방이 없습니다",
         "주소가 잘렸거나 방이 끝났습니다. 친구에게 새 주소를 받으세요.",
         "{game} 관전",
         "아직 시작하지 않았습니다.",
         "대국이 진행 중입니다.",
         "이 주소로는 관전만 할 수 있고 둘 수는 없습니다.",
         "자리가 모두 찼으며, 관전 없이 두는 대국입니다."},
    Text{"ja",
         "友だちと{game}",
         "{name}さんが待っています。",
         "相手が待っています。",
         "{black}さん（黒）と{white}さん（白）が対局中です。席は埋まっていますが、観戦できます。",
         "対局中です。席は埋まっていますが、観戦できます。",
         "対局は終わりました。",
         "{black}さん（黒）と{white}さん（白）が対局した部屋です。この部屋は終了しました。",
         "この部屋は終了しました。",
         "最後の対局",
         "黒の勝ち",
         "白の勝ち",
         "引き分け",
         "投了",
         "時間切れ",
         "第{number}局の手順",
         "コンピューター",
         "パス",
         "棋譜を保存：",
         "これまでの対局：",
         "Dolbangで新しい部屋を作り、アドレスを友だちに送ってください。",
         "Dolbangで開く",
         "プログラムで「参加」を押すまで始まりません。",
         "部屋のアドレス",
         "コピー",
         "コピーしました",
         "共有",
         "Dolbangをお持ちでないときは",
         "ソースを入手し、そのフォルダーで ./run を実行すると（Debian 12・13）、導入されて始まります。",
         "ボタンで開かないときは、Dolbangを起動し「URLで参加」にアドレスを貼り付けてください。",
         "Dolbang、二人の部屋",
         "二人で遊ぶ石のゲームの部屋を預かるサーバーです。Dolbangで部屋を作り、アドレスを友だちに送ってください。",
         "その部屋はありません",
         "アドレスが途中で切れているか、部屋が終わっています。友だちに新しいアドレスを聞いてください。",
         "{game}を観戦",
         "対局はまだ始まっていません。",
         "対局中です。",
         "このアドレスでは観戦だけができ、対局はできません。",
         "席は埋まっていて、観戦なしの対局です。"},
};

/// What games and the parts of their variants ("renju-loses-swap2") are called. A word that is not here is shown as it
/// is, so that a new game needs no change to be playable.
struct Word {
  std::string_view id;
  std::array<std::string_view, 3> names;  // by Language
};
constexpr Word words[]{
    {"reversi", {"Reversi", "리버시", "リバーシ"}},
    {"omok", {"Omok", "오목", "五目並べ"}},
    {"8x8", {"8×8", "8×8", "8×8"}},
    {"6x6", {"6×6", "6×6", "6×6"}},
    {"black1", {"black starts with 1 corner", "흑 귀 1개", "黒に隅1つ"}},
    {"black2", {"black starts with 2 corners", "흑 귀 2개", "黒に隅2つ"}},
    {"black3", {"black starts with 3 corners", "흑 귀 3개", "黒に隅3つ"}},
    {"black4", {"black starts with 4 corners", "흑 귀 4개", "黒に隅4つ"}},
    {"white1", {"white starts with 1 corner", "백 귀 1개", "白に隅1つ"}},
    {"white2", {"white starts with 2 corners", "백 귀 2개", "白に隅2つ"}},
    {"white3", {"white starts with 3 corners", "백 귀 3개", "白に隅3つ"}},
    {"white4", {"white starts with 4 corners", "백 귀 4개", "白に隅4つ"}},
    {"freestyle", {"freestyle", "자유 규칙", "禁手なし"}},
    {"renju", {"Renju rules", "렌주 규칙", "連珠ルール"}},
    {"loses", {"a forbidden point loses", "금수를 두면 패배", "禁手は負け"}},
    {"centre", {"first stone in the centre", "첫 수는 천원", "初手は天元"}},
    {"swap2", {"Swap2 opening", "스왑2 오프닝", "スワップ2"}},
};

constexpr int earlier_games_shown = 20;

constexpr std::string_view style = R"css(
:root{color-scheme:light dark;--panel:#fbf8f2;--table:#ded7ca;--ink:#22252a;--muted:#5c6068;--line:#ddd6c9;--accent:#1f6b4a;--on:#fff}
@media(prefers-color-scheme:dark){:root{--panel:#212429;--table:#1b1d21;--ink:#ece7dd;--muted:#a9adb5;--line:#3a3f48;--accent:#e0a84a;--on:#201608}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--table);color:var(--ink);font:17px/1.6 system-ui,"Noto Sans CJK KR","Noto Sans CJK JP",sans-serif}
main{width:100%;max-width:480px;background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:28px}
.board{width:72px;height:72px;border-radius:10px;background:#267a52;display:grid;grid-template-columns:1fr 1fr;gap:6px;padding:8px}
.omok{background:#d9b26a}
.board i{border-radius:50%;box-shadow:0 2px 3px #0008}.b{background:#1e1f22}.w{background:#dad6cf}
h1{font-size:1.45rem;line-height:1.3;margin:18px 0 4px}p{margin:0 0 14px;overflow-wrap:anywhere}.muted{color:var(--muted);font-size:.92rem}
.open{display:block;text-align:center;text-decoration:none;font-weight:600;padding:13px;margin:18px 0 8px;border-radius:10px;background:var(--accent);color:var(--on)}
label{display:block;font-size:.92rem;color:var(--muted);margin-top:20px}.row{display:flex;gap:8px}
input{flex:1;min-width:0;font:inherit;font-size:.95rem;padding:9px 10px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit}
button{font:inherit;padding:9px 16px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;cursor:pointer}
.diagram{display:block;width:100%;margin:14px 0}.moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(4.6em,1fr));gap:2px 22px;padding-left:2em;margin:0 0 14px;font-size:.95rem}
.moves li::marker{color:var(--muted);font-size:.8rem}.moves small{display:block;line-height:1.2;color:var(--muted)}a{color:var(--accent)}
h2{font-size:1rem;margin:22px 0 4px}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
)css";

// Clipboard access needs https or localhost; elsewhere the older way still works. Where the system has a sheet to
// share by (phones, some desktops), the page offers it.
constexpr std::string_view script = R"js(
const field=document.getElementById('url'),button=document.getElementById('copy');
button.hidden=false;
button.onclick=async()=>{field.select();
try{await navigator.clipboard.writeText(field.value)}catch(e){document.execCommand('copy')}
button.textContent=button.dataset.done};
const share=document.getElementById('share');
if(navigator.share){share.hidden=false;
share.onclick=()=>navigator.share({title:document.title,url:field.value}).catch(()=>{})}
)js";

const Text& text_of(Language language) { return texts[static_cast<std::size_t>(language)]; }

std::string fill(std::string_view pattern, std::string_view key, std::string_view value) {
  std::string out(pattern);
  if (const auto at = out.find(key); at != std::string::npos) out.replace(at, key.size(), value);
  return out;
}

std::string_view name_of(std::string_view id, Language language) {
  for (const Word& word : words)
    if (word.id == id) return word.names[static_cast<std::size_t>(language)];
  return id;
}

/// "Omok (Renju rules, Swap2 opening)".
std::string game_name(const RoomSummary& room, Language language) {
  std::string name(name_of(room.game, language));
  std::string_view rest = room.variant;
  for (bool first = true; !rest.empty(); first = false) {
    const std::size_t dash = std::min(rest.find('-'), rest.size());
    name += first ? " (" : ", ";
    name += name_of(rest.substr(0, dash), language);
    rest.remove_prefix(std::min(dash + 1, rest.size()));
  }
  if (!room.variant.empty()) name += ')';
  return name;
}

/// White first: a name that holds "{white}" must not be replaced in its turn.
std::string with_names(std::string_view pattern, const RoomSummary& room) {
  return fill(fill(pattern, "{white}", room.white), "{black}", room.black);
}

std::string status_line(const RoomSummary& room, const Text& text) {
  const bool named = !room.black.empty() && !room.white.empty();
  using Visitor = RoomSummary::Visitor;
  if (!room.ended && room.phase != proto::Phase::over) {
    if (room.visitor == Visitor::spectator)
      return std::string(room.phase == proto::Phase::waiting ? text.watch_waiting : text.watch_playing);
    if (room.visitor == Visitor::shut_out) return std::string(text.shut_out);
  }
  if (room.ended) return named ? with_names(text.ended, room) : std::string(text.ended_unnamed);
  switch (room.phase) {
    case proto::Phase::waiting: {
      const std::string& name = room.black.empty() ? room.white : room.black;
      return name.empty() ? std::string(text.waiting_unnamed) : fill(text.waiting, "{name}", name);
    }
    case proto::Phase::playing: return named ? with_names(text.playing, room) : std::string(text.playing_unnamed);
    case proto::Phase::over: break;
  }
  return std::string(text.over);
}

/// "Black won, 40–24", "White won (by resignation)".
std::string result_line(const notation::RecordResult& result, const Text& text) {
  using How = notation::RecordResult::How;
  std::string line(!result.winner ? text.drawn : *result.winner == Side::black ? text.black_won : text.white_won);
  if (result.how == How::resigned) line += " (" + std::string(text.resigned) + ")";
  if (result.how == How::timed_out) line += " (" + std::string(text.on_time) + ")";
  return line;
}

/// Result, last position, moves, and where the record can be had.
std::string game_section(const RoomSummary& room, const Text& text) {
  const notation::Record& record = *room.record;
  const auto match = notation::check(record);
  if (!match) return {};
  std::string out = room.ended ? "<h2>" + std::string(text.last_game) + "</h2>\n" : std::string();
  std::string result = record.result ? result_line(*record.result, text) : std::string();
  if (const auto score = match->position().score(); score && match->position().verdict())
    result += " " + std::to_string(score->of[0]) + "–" + std::to_string(score->of[1]);
  if (!result.empty()) out += "<p>" + result + "</p>\n";
  if (record.moves.empty()) return out;

  const std::string title = fill(text.moves, "{number}", std::to_string(room.game_number));
  out += diagram(*match, title);
  out += "<h2>" + title + "</h2>\n<ol class=\"moves\">\n";
  for (std::size_t i = 0; i < match->turns().size(); ++i) {
    const Turn& turn = match->turns()[i];
    out += "<li>" + escape_html(match->position().move_text(turn.move));
    // Every comment in a record of ours is about the one who moved.
    if (!record.moves[i].comment.empty()) out += "<small>" + std::string(text.by_computer) + "</small>";
    if (turn.passed) out += "<small>" + std::string(text.pass) + "</small>";
    out += "</li>\n";
  }
  out += "</ol>\n<p class=\"muted\">" + std::string(text.record);
  const std::string address = "/r/" + escape_html(room.code) + "/record?format=";
  for (const std::string_view format : formats_for(record))
    out += " <a href=\"" + address + std::string(format) + "\">" + std::string(format) + "</a>";
  if (room.game_number > 1) {
    out += "<br>" + std::string(text.earlier);
    for (int number = std::max(1, room.game_number - earlier_games_shown); number < room.game_number; ++number)
      out +=
          " <a href=\"" + address + "txt&amp;game=" + std::to_string(number) + "\">" + std::to_string(number) + "</a>";
  }
  return out + "</p>\n";
}

/// `title`, `description` and `url` are plain text, `body` is HTML.
std::string page(const Text& text, std::string_view title, std::string_view description, std::string_view url,
                 std::string_view body, std::string_view game = {}) {
  std::string out;
  out.reserve(4096 + body.size());
  const std::string safe_title = escape_html(title);
  const std::string safe_description = escape_html(description);
  out += "<!doctype html>\n<html lang=\"";
  out += text.lang;
  out += "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
  out += safe_title;
  out += "</title>\n<meta name=\"robots\" content=\"noindex\">\n<meta name=\"description\" content=\"";
  out += safe_description;
  out += "\">\n<meta property=\"og:type\" content=\"website\">\n<meta property=\"og:site_name\" content=\"Dolbang\">\n";
  out += "<meta property=\"og:title\" content=\"" + safe_title + "\">\n";
  out += "<meta property=\"og:description\" content=\"" + safe_description + "\">\n";
  if (!url.empty()) out += "<meta property=\"og:url\" content=\"" + escape_html(url) + "\">\n";
  out += "<style>";
  out += style;
  out += "</style>\n</head>\n<body>\n<main>\n";
  out += "<div class=\"board " + escape_html(game) +
         "\" aria-hidden=\"true\"><i class=\"w\"></i><i class=\"b\"></i><i class=\"b\"></i>";
  out += "<i class=\"w\"></i></div>\n<h1>" + safe_title + "</h1>\n<p>" + safe_description + "</p>\n";
  out += body;
  out += "</main>\n</body>\n</html>\n";
  return out;
}

std::string get_client(const Text& text) {
  return "<h2>" + std::string(text.get_client) + "</h2>\n<p class=\"muted\">" + std::string(text.get_client_how) +
         "</p>\n";
}

}  // namespace

Language language_from(std::string_view header) {
  Language best = Language::english;
  int best_quality = 0;  // thousandths
  while (!header.empty()) {
    const auto comma = std::min(header.find(','), header.size());
    std::string_view entry = header.substr(0, comma);
    header.remove_prefix(std::min(comma + 1, header.size()));
    while (!entry.empty() && entry.front() == ' ') entry.remove_prefix(1);

    int quality = 1000;
    if (const auto at = entry.find(";q="); at != std::string_view::npos) {
      quality = 0;
      int weight = 1000;
      for (const char c : entry.substr(at + 3)) {
        if (c == '.') continue;
        if (c < '0' || c > '9' || weight == 0) break;
        quality += (c - '0') * weight;
        weight /= 10;
      }
    }
    const auto is = [&](std::string_view tag) {
      return entry.size() >= 2 && (entry[0] | 0x20) == tag[0] && (entry[1] | 0x20) == tag[1] &&
             (entry.size() == 2 || entry[2] == '-' || entry[2] == ';');
    };
    if (quality <= best_quality) continue;
    if (is("en"))
      best = Language::english;
    else if (is("ko"))
      best = Language::korean;
    else if (is("ja"))
      best = Language::japanese;
    else
      continue;
    best_quality = quality;
  }
  return best;
}

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string room_page(const RoomSummary& room, std::string_view base_url, Language language) {
  const Text& text = text_of(language);
  const std::string url = ops::room_url(base_url, room.code);
  const bool spectator = room.visitor == RoomSummary::Visitor::spectator;
  const std::string title = fill(spectator ? text.watch_title : text.room_title, "{game}", game_name(room, language));
  std::string body;
  if (room.ended) {
    if (room.record) body += game_section(room, text);
    body += "<p class=\"muted\">" + std::string(text.new_room) + "</p>\n";
    return page(text, title, status_line(room, text), url, body, room.game);
  }
  if (room.record) body += game_section(room, text);
  body += "<a class=\"open\" href=\"" + escape_html(ops::desktop_url(base_url, room.code)) + "\">" +
          std::string(text.open_client) + "</a>\n<p class=\"muted\">" +
          std::string(spectator ? text.watch_hint : text.open_hint) + "</p>\n";
  body += "<label for=\"url\">" + std::string(text.address) +
          "</label>\n<div class=\"row\"><input id=\"url\" readonly value=\"" + escape_html(url) +
          "\"><button id=\"copy\" type=\"button\" hidden data-done=\"" + std::string(text.copied) + "\">" +
          std::string(text.copy) + "</button><button id=\"share\" type=\"button\" hidden>" + std::string(text.share) +
          "</button></div>\n";
  body += get_client(text);
  body += "<p class=\"muted\">" + std::string(text.paste_hint) + "</p>\n<script>" + std::string(script) + "</script>\n";
  return page(text, title, status_line(room, text), url, body, room.game);
}

std::string landing_page(std::string_view base_url, Language language) {
  const Text& text = text_of(language);
  return page(text, text.landing_title, text.landing_text, base_url, get_client(text));
}

std::string not_found_page(Language language) {
  const Text& text = text_of(language);
  return page(text, text.missing_title, text.missing_text, "", "");
}

const std::string& content_security_policy() {
  static const std::string policy = "default-src 'none'; style-src 'sha256-" + ops::sha256_base64(style) +
                                    "'; script-src 'sha256-" + ops::sha256_base64(script) +
                                    "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return policy;
}

}  // namespace dolbang::net

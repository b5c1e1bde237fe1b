// Renju's forbidden points: the commands forbidden and explain.
#include <memory>
#include <ostream>

#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/omok/omok.hpp"
#include "games/omok/renju.hpp"

namespace dolbang::engine {
namespace {

/// The line's words; any number of blanks and tabs between them.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

Expected<omok::State> renju_board(std::string_view text) {
  return omok::parse_board(text, {omok::Rule::renju, false, omok::Opening::free});
}

Expected<std::string> forbidden_of(std::string_view line) {
  const auto words = words_of(line);
  if (words.empty() || words.size() > 2 || (words.size() == 2 && words[1] != "b" && words[1] != "w"))
    return fail("bad_line", "Write a board, rows 15 to 1 separated by /, and nothing else.");
  const auto state = renju_board(words[0]);
  if (!state) return tl::unexpected(state.error());
  const omok::PointSet points = omok::forbidden_points(state->black, state->white);
  std::string answer;
  for (int point = 0; point < omok::points; ++point) {
    if (!points.contains(point)) continue;
    if (!answer.empty()) answer += ' ';
    answer += omok::point_text(point);
    answer += ':';
    answer += to_string(omok::forbidden(state->black, state->white, point));
  }
  return answer.empty() ? "-" : answer;
}

std::string_view name_of(omok::Row::Shape shape) {
  switch (shape) {
    case omok::Row::Shape::three: return "three";
    case omok::Row::Shape::four: return "four";
    case omok::Row::Shape::five: return "five";
    case omok::Row::Shape::overline: return "overline";
  }
  return "row";
}

/// "three(g8 h8 i8 +f8 +j8)", "three(g8 h8 i8; j8 makes five)", "three(g8 h8 i8; j8 is 44)".
std::string text_of(const omok::Row& row) {
  std::string text(name_of(row.shape));
  text += '(';
  for (const int stone : row.stones) text += (text.back() == '(' ? "" : " ") + omok::point_text(stone);
  for (const int completion : row.completions)
    if (row.voided == omok::Row::Void::no) text += " +" + omok::point_text(completion);
  if (row.voided != omok::Row::Void::no) {
    text += "; " + omok::point_text(row.void_point);
    text += row.voided == omok::Row::Void::makes_five ? " makes five" : " is " + std::string(to_string(row.void_kind));
  }
  return text + ')';
}

Expected<std::string> explained(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() != 2) return fail("bad_line", "Write a board, rows 15 to 1 separated by /, a blank and a point.");
  const auto state = renju_board(words[0]);
  if (!state) return tl::unexpected(state.error());
  const auto point = omok::parse_point(words[1]);
  if (!point)
    return fail("bad_notation", "\"" + std::string(words[1].substr(0, limits::move_text_bytes)) +
                                    "\" is not a point; write a1 to o15.");
  const omok::Explanation explanation = omok::explain(state->black, state->white, *point);
  std::string answer = explanation.occupied ? "occupied"
                       : explanation.five   ? "five"
                                            : std::string(to_string(explanation.forbidden));
  for (const omok::Row& row : explanation.rows) answer += ' ' + text_of(row);
  return answer;
}

}  // namespace

Run declare_forbidden(CLI::App& app) {
  app.footer(
      "A board is its rows 15 to 1 separated by /, digits for so many empty points, X black, O white. Points are told "
      "in the order\n"
      "a1, b1 ... o15.");
  return [](Streams& streams) { return answer_lines(streams, forbidden_of); };
}

Run declare_explain(CLI::App& app) {
  struct Args {
    std::string board, point;
  };
  const auto args = std::make_shared<Args>();
  const auto board =
      app.add_option("BOARD", args->board, "As for the command forbidden; without it, lines \"BOARD POINT\" are read");
  board->needs(app.add_option("POINT", args->point, "As in h8"));
  app.footer(
      "The answer is occupied, five, legal, 33, 44 or overline, and then the rows that the stone makes: their stones, "
      "after a +\n"
      "what completes them (a four to a five, a three to a straight four), or why a three does not count.");
  return [args](Streams& streams) {
    if (args->board.empty()) return answer_lines(streams, explained);
    const auto answer = explained(args->board + ' ' + args->point);
    if (!answer) return usage_error(streams, answer.error());
    streams.out << *answer << std::endl;
    return exit_ok;
  };
}

}  // namespace dolbang::engine

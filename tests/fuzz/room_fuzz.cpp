/// A libFuzzer target for the room: the bytes become commands of two seats and visitors, the passing of time, answers
/// of the engine and restarts. Desk (tests/room) checks that versions have no gap and that nobody is told what is not
/// in the log; here the log is replayed by the rules, and a restored room must be the one that lived.
#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/room/desk.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "bytes.hpp"

using namespace dolbang;
using namespace dolbang::fuzz;
using test::ConnectionId;
using test::Desk;

namespace {

constexpr std::size_t most_commands = 200;

const std::vector<GameSpec> specs{{"reversi", "6x6"},      {"omok", "freestyle-swap2"},  {"reversi", "8x8-black2"},
                                  {"omok", "renju-loses"}, {"reversi", "6x6-white1"},    {"omok", "renju-centre"},
                                  {"reversi", "8x8"},      {"omok", "renju-loses-swap2"}};

/// Every check of Desk that fails is a finding.
void on_assert(const doctest::AssertData& data) {
  if (data.m_failed) want(false, data.m_expr, data.m_decomp.c_str());
}

std::string legal_move(const Position& position, Bytes& in) {
  const MoveList moves = position.legal_moves();
  return moves.empty() ? "a1" : position.move_text(moves[in.next() % moves.size()]);
}

/// The n-th kind of intent, whatever the protocol has, its fields filled from the bytes.
template <std::size_t I = 0>
std::optional<proto::ClientMessage> intent(std::size_t n, std::uint64_t seq, Desk& desk, Bytes& in) {
  if constexpr (I == std::variant_size_v<proto::ClientMessage>) {
    return std::nullopt;
  } else {
    using M = std::variant_alternative_t<I, proto::ClientMessage>;
    if constexpr (requires(M m) { m.seq; }) {
      if (n-- == 0) {
        M m;
        m.seq = seq;
        const std::uint32_t twist = in.next();
        if constexpr (requires { m.ply; })
          m.ply = desk.ply() + (twist % 8 == 0 ? static_cast<int>(in.next()) - 128 : 0);
        if constexpr (requires { m.move; })
          m.move = twist % 16 == 1 ? "h8" : legal_move(desk.room().match().position(), in);
        if constexpr (requires { m.question; })
          m.question = twist % 2 == 0 ? proto::Question::undo : proto::Question::pause;
        if constexpr (requires { m.agree; }) m.agree = twist % 4 != 0;
        if constexpr (requires { m.level; }) m.level = twist % 8 == 2 ? "nobody" : "easy";
        return m;
      }
    }
    return intent<I + 1>(n, seq, desk, in);
  }
}

template <std::size_t I = 0>
constexpr std::size_t kinds_of_intent() {
  if constexpr (I == std::variant_size_v<proto::ClientMessage>)
    return 0;
  else
    return kinds_of_intent<I + 1>() + (requires(std::variant_alternative_t<I, proto::ClientMessage> m) { m.seq; });
}

/// The log by the rules alone: every move legal, and made by the seat whose turn it was.
void check_log(Desk& desk) {
  const auto& log = desk.log();
  auto match = Match::start(log.front().spec);
  Side creator = log.front().colour;
  int joined = 0;
  for (const room::LogEvent& event : log) {
    const Side side = event.seat == 0 ? creator : other(creator);
    switch (event.kind) {
      case room::LogKind::joined: ++joined; break;
      case room::LogKind::moved: {
        const auto move = match->position().parse_move(event.text);
        want(move.has_value(), "an unreadable move was accepted", event.text);
        const auto turn = match->play(side, *move);
        want(turn.has_value(), "an illegal move was accepted", event.text);
        if (turn->swapped) creator = other(creator);
        break;
      }
      case room::LogKind::resigned:
        want(match->resign(side).has_value(), "a resignation after the end was accepted");
        break;
      case room::LogKind::claimed:
        want(match->lose(other(side), EndReason::abandoned).has_value(), "a claim after the end was accepted");
        break;
      case room::LogKind::timed_out:
        want(match->lose(side, EndReason::timed_out).has_value(), "time ran out after the end");
        break;
      case room::LogKind::undone: {
        // Back to before the asker's last move, whatever sides it was swapped to since.
        want(log.front().options.undo, "a move was taken back where that was not chosen");
        Side asker = side;
        for (bool done = false; !done;) {
          want(match->ply() > 0, "more was taken back than there was");
          const Turn last = match->turns().back();
          if (last.swapped) {
            asker = other(asker);
            creator = other(creator);
          }
          done = last.side == asker;
          (void)match->undo();
        }
        break;
      }
      case room::LogKind::restarted: {
        want(match->is_over(), "a rematch before the end was accepted");
        GameSpec spec = match->spec();
        if (!match->sides_swapped()) spec.variant = match->position().rules().with_colours_swapped(spec.variant);
        match = Match::start(spec);
        creator = other(creator);
        break;
      }
      default: break;
    }
  }
  want(joined <= 1, "a second guest was seated");
  want(match->transcript() == desk.room().match().transcript(), "the room plays another game than its log");
  want(match->position().hash() == desk.room().match().position().hash(), "the room is in another position");
}

std::string text_of(const room::Room& room, room::ServiceTime now) {
  proto::State state = room.snapshot(now);
  state.black.connected = state.white.connected = false;  // nobody is in a restored room
  if (state.clock) state.clock = proto::ClockView{};      // which waits for them
  return proto::encode(proto::ServerMessage(std::move(state)));
}

void check(Desk& desk) {
  want(desk.room().version() == desk.log().size(), "version and log differ");
  check_log(desk);
  want(text_of(desk.restored(), desk.now()) == text_of(desk.room(), desk.now()), "a restored room is another one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static doctest::Context context;
  static const bool ready = [] {
    context.setAssertHandler(on_assert);
    context.setAsDefaultForAssertsOutOfTestCases();
    return true;
  }();
  (void)ready;

  Bytes in(data, size);
  const Side colour = in.below(2) == 0 ? Side::black : Side::white;
  const GameSpec& spec = specs[in.below(static_cast<std::uint32_t>(specs.size()))];
  std::optional<proto::RoomOptions> options;
  if (in.below(2) == 0) options = proto::RoomOptions{100'000, 3'000, in.below(2) == 0, true, std::nullopt};
  Desk desk(colour, spec, options);
  std::array<std::uint64_t, 2> seq{};
  for (std::size_t count = 0; count < most_commands && !in.empty() && !desk.ended(); ++count) {
    const ConnectionId connection = 1 + in.below(6);
    const std::size_t seat = in.below(2);
    switch (in.below(16)) {
      case 0: desk.open(connection); break;
      case 1: desk.come_back(seat, connection); break;
      case 2:
        desk.come_back(seat, connection, in.below(static_cast<std::uint32_t>(desk.log().size() % 256) + 2));
        break;
      case 3: desk.join(connection); break;
      case 4: desk.drop(connection); break;
      case 5: desk.pass(std::chrono::seconds(in.next())); break;
      case 6: desk.restart(); break;
      case 7:
        if (desk.asked()) desk.engine_moves(desk.asked()->version - in.below(2), Move{in.next()});
        break;
      case 8: desk.join_again(connection, seat); break;
      case 9: desk.create_again(connection, seat); break;
      case 10:
      case 11: {
        const std::uint64_t old = in.next();  // once more, or far ahead
        const std::size_t kind = in.below(kinds_of_intent());
        if (const auto message = intent(kind, old, desk, in)) desk.send(connection, *message);
        break;
      }
      default: {  // whoever's turn it is moves, or does something else, with the next seq
        desk.come_back(seat, 10 + seat);
        const std::size_t kind = in.below(2) == 0 ? 0 : in.below(kinds_of_intent());
        if (const auto message = intent(kind, ++seq[seat] + 256, desk, in)) desk.send(10 + seat, *message);
        break;
      }
    }
    desk.clear();
    if (count % 16 == 0) check(desk);
  }
  check(desk);
  return 0;
}

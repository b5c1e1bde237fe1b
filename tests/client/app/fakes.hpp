#pragma once
/// The client's world, made of queues: a server that the test plays, engines that answer when told, files in a map.
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client-sdl/app/app.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"
#include "proto/codec.hpp"

namespace dolbang::app {

/// One connection as the test sees it from the server's end.
struct FakeLine {
  Endpoint endpoint;
  bool alive = true;     ///< the client still holds its end
  bool refuses = false;  ///< send() fails
  std::deque<TransportEvent> to_client;
  std::vector<proto::ClientMessage> sent;  ///< by the client, not yet looked at

  void open() { to_client.push_back({TransportEvent::Kind::opened, {}, {}}); }
  void close(std::string why = "gone", std::string code = {}) {
    to_client.push_back({TransportEvent::Kind::closed, std::move(why), std::move(code)});
  }
  void say(const proto::ServerMessage& message) { say_text(proto::encode(message)); }
  void say_text(std::string text) { to_client.push_back({TransportEvent::Kind::text, std::move(text), {}}); }
  /// The oldest message of the client, which must be of this type.
  template <class Message>
  std::optional<Message> take() {
    if (sent.empty()) return std::nullopt;
    const proto::ClientMessage first = sent.front();
    sent.erase(sent.begin());
    if (const auto* message = std::get_if<Message>(&first)) return *message;
    return std::nullopt;
  }
};

class FakeTransport final : public Transport {
 public:
  explicit FakeTransport(std::shared_ptr<FakeLine> line) : line_(std::move(line)) {}
  ~FakeTransport() override { line_->alive = false; }
  bool send(std::string frame) override {
    if (line_->refuses) return false;
    auto message = proto::parse_client(frame);
    if (message) line_->sent.push_back(std::move(*message));
    return message.has_value();
  }
  std::optional<TransportEvent> poll() override {
    if (line_->to_client.empty()) return std::nullopt;
    TransportEvent event = line_->to_client.front();
    line_->to_client.pop_front();
    return event;
  }

 private:
  std::shared_ptr<FakeLine> line_;
};

class FakeTransports final : public TransportFactory {
 public:
  std::unique_ptr<Transport> connect(const Endpoint& endpoint) override {
    auto line = std::make_shared<FakeLine>();
    line->endpoint = endpoint;
    lines.push_back(line);
    return std::make_unique<FakeTransport>(line);
  }
  FakeLine& line() { return *lines.back(); }

  std::vector<std::shared_ptr<FakeLine>> lines;
};

class FakeEngines final : public EngineRunner {
 public:
  void start(EngineJob given) override {
    job = std::move(given);
    ++starts;
  }
  void cancel() override {
    if (job) ++cancels;
    job.reset();
    answers.clear();
  }
  std::optional<EngineAnswer> poll() override {
    if (answers.empty()) return std::nullopt;
    const EngineAnswer answer = answers.front();
    answers.pop_front();
    return answer;
  }
  /// Answers the running job with this move, by default with its first legal one.
  void answer(std::optional<Move> move = {}) {
    answers.push_back({job->id, move ? *move : job->position.legal_moves()[0]});
  }

  std::optional<EngineJob> job;
  std::deque<EngineAnswer> answers;
  int starts = 0;
  int cancels = 0;
};

class FakeStorage final : public Storage {
 public:
  std::optional<std::string> read(std::string_view name) override {
    const auto found = files.find(std::string(name));
    return found == files.end() ? std::nullopt : std::optional(found->second);
  }
  bool write(std::string_view name, std::string_view text) override {
    if (full) return false;
    files[std::string(name)] = text;
    return true;
  }
  void set_aside(std::string_view name) override {
    const auto found = files.find(std::string(name));
    if (found == files.end()) return;
    files[found->first + ".corrupt"] = found->second;
    files.erase(found);
  }

  std::map<std::string, std::string> files;
  bool full = false;
};

/// A client on a desk: the app, its fakes and a clock that moves when the test says so.
struct Desk {
  FakeEngines engines;
  FakeTransports transports;
  FakeStorage storage;
  Time now{1000};
  std::unique_ptr<App> app;

  explicit Desk(FakeStorage kept = {}) : storage(std::move(kept)) {
    app = std::make_unique<App>(Services{engines, transports, storage, 7});
    frame();
  }
  const ViewModel& view() { return app->view(); }
  FakeLine& line() { return transports.line(); }
  void pass(Time time) {
    now += time;
    app->frame(now);
  }
  void frame() { pass(Time{0}); }
  /// The place of this name on the board that is shown.
  Place at(std::string_view name) { return view().board.grid.find(name).value(); }
  void click(std::string_view place) {
    app->click_place(at(place));
    frame();
  }
  /// The moves of a transcript, one by one.
  static std::vector<std::string> moves_of(std::string_view transcript) {
    std::vector<std::string> moves;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t from = 0, i = 1; i <= transcript.size(); ++i) {
      if (i < transcript.size() && (transcript[i] != ' ') && (is_digit(transcript[i]) || !is_digit(transcript[i - 1])))
        continue;
      if (transcript[from] == ' ') ++from;
      moves.emplace_back(transcript.substr(from, i - from));
      from = i;
    }
    return moves;
  }
  /// A click on a place, or a decision.
  void make(std::string_view move) {
    if (view().board.grid.find(move)) return click(move);
    app->decide(move);
    frame();
  }
  /// Hot-seat: plays a whole transcript by clicks.
  void play(std::string_view transcript) {
    for (const std::string& move : moves_of(transcript)) make(move);
  }
  /// The AI of this device answers, and places after its pause.
  void ai_moves(std::string_view move) {
    frame();
    engines.answer(engines.job->position.parse_move(move).value());
    frame();
    pass(ai_pause);
  }
  /// An AI game along a transcript: the user clicks its own moves, the AI answers with the others.
  void play_ai(std::string_view transcript) {
    for (const std::string& move : moves_of(transcript)) {
      if (view().your_turn) {
        make(move);
      } else {
        ai_moves(move);
      }
    }
  }
  std::string toast() { return view().toast ? view().toast->code : ""; }
};

inline std::string board_of(std::string_view transcript) {
  return Match::replay({"reversi", "8x8"}, transcript)->position().board_text();
}
inline std::string board_of(const BoardModel& board) {
  return Position::of<Reversi>({board.black.words()[0], board.white.words()[0], board.to_move}).board_text();
}

}  // namespace dolbang::app

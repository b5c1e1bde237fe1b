#pragma once
/// What the app needs from the world, as interfaces: the platform implements them with threads and files, a browser
/// will with workers and its own sockets, tests with plain queues. None of these calls ever blocks.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ai/levels.hpp"
#include "client-sdl/app/address.hpp"
#include "game/game.hpp"

namespace dolbang::app {

struct TransportEvent {
  enum class Kind : std::uint8_t { opened, text, closed };
  Kind kind;
  std::string text;  ///< text: the frame; closed: why, in English
  /// closed: what the ui can say in the user's language ("no_host", "certificate_expired"); empty: nothing in
  /// particular.
  std::string code;
};

/// One connection. Destroying it closes it. After `closed` nothing more comes.
class Transport {
 public:
  virtual ~Transport() = default;
  /// False when the frame could not be queued (not open, too much waiting).
  virtual bool send(std::string frame) = 0;
  virtual std::optional<TransportEvent> poll() = 0;
};

class TransportFactory {
 public:
  virtual ~TransportFactory() = default;
  virtual std::unique_ptr<Transport> connect(const Endpoint& endpoint) = 0;
};

struct EngineJob {
  std::uint64_t id = 0;
  std::string game;
  Level level = Level::easy;
  Position position;
  std::uint64_t seed = 0;
};
struct EngineAnswer {
  std::uint64_t id = 0;
  Move move;
};

/// Thinks about one position at a time; a new job or cancel() ends the one before.
class EngineRunner {
 public:
  virtual ~EngineRunner() = default;
  virtual void start(EngineJob job) = 0;
  virtual void cancel() = 0;
  virtual std::optional<EngineAnswer> poll() = 0;
};

/// Small named texts that survive a restart ("settings.json", "seats.json").
class Storage {
 public:
  virtual ~Storage() = default;
  virtual std::optional<std::string> read(std::string_view name) = 0;
  /// Replaces the text as a whole or not at all; false when it could not be kept.
  virtual bool write(std::string_view name, std::string_view text) = 0;
  /// Keeps an unreadable text under another name, so that nothing of the user's is lost.
  virtual void set_aside(std::string_view name) = 0;
};

}  // namespace dolbang::app

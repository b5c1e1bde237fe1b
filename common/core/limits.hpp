#pragma once
#include <chrono>
#include <cstddef>

/// Every maximum of the project, named, in one place. A queue, frame, name or list without a limit
/// here is a bug. Limits that an operator may change are the defaults of the server's flags.
namespace dolbang::limits {

using namespace std::chrono_literals;

// Games.
inline constexpr std::size_t position_bytes = 192;  ///< largest State of any game
inline constexpr std::size_t legal_moves = 256;     ///< most legal moves of any position
inline constexpr std::size_t match_plies = 1024;    ///< most moves of one game
inline constexpr std::size_t move_text_bytes = 16;  ///< longest notation of one move
inline constexpr std::size_t game_id_bytes = 32;    ///< "reversi"
inline constexpr std::size_t variant_bytes = 64;    ///< "8x8"

// The program dolbang-engine.
inline constexpr std::size_t engine_line_bytes = 64 * 1024;  ///< longest line it reads

// Records.
inline constexpr std::size_t record_file_bytes = 16 * 1024 * 1024;  ///< a file read as a whole
inline constexpr std::size_t record_name_bytes = 256;               ///< a name, event, place or date in a record
inline constexpr std::size_t record_comment_bytes = 16 * 1024;      ///< one comment in a record
inline constexpr std::size_t record_moves = 2 * match_plies;        ///< moves of one record, written passes included
inline constexpr std::size_t record_table_rows = 200'000;           ///< players and tournaments of one database
inline constexpr std::size_t record_nesting = 1000;                 ///< variations within variations, XML elements

// Wire.
inline constexpr std::size_t frame_bytes = 4096;              ///< largest frame a client may send
inline constexpr std::size_t server_frame_bytes = 64 * 1024;  ///< largest frame a client must accept
inline constexpr std::size_t json_depth = 8;                  ///< deepest nesting of a frame
inline constexpr std::size_t name_bytes = 64;                 ///< a player's display name, UTF-8
inline constexpr std::size_t client_text_bytes = 64;          ///< "dolbang-sdl/0.1"
inline constexpr std::size_t capabilities = 16;               ///< entries of a capability list
inline constexpr std::size_t capability_bytes = 32;
inline constexpr std::size_t room_code_bytes = 16;
inline constexpr std::size_t secret_bytes = 16;                     ///< a seat secret before encoding: 128 bits
inline constexpr std::size_t secret_text_bytes = 2 * secret_bytes;  ///< a seat secret as text, hex at the longest
inline constexpr std::size_t url_bytes = 512;                       ///< a room's URL
inline constexpr std::size_t reason_bytes = 48;                     ///< a refusal's code: "not_your_turn"
inline constexpr std::size_t message_bytes = 512;                   ///< a refusal's sentence for people
inline constexpr std::size_t transcript_bytes = 16 * 1024;          ///< the moves of one game
inline constexpr std::size_t answers_kept = 16;   ///< answers remembered per seat for repeated intents
inline constexpr std::size_t events_retold = 24;  ///< missed events told one by one; more: the whole state

// Connections.
inline constexpr std::size_t send_queue_frames = 64;         ///< waiting frames before a reader counts as slow
inline constexpr std::size_t send_queue_bytes = 128 * 1024;  ///< waiting bytes before a reader counts as slow
inline constexpr std::size_t connections = 20000;
inline constexpr std::size_t connections_per_address = 512;
inline constexpr std::size_t connections_per_room = 64;  ///< seats and visitors together
inline constexpr std::size_t http_header_bytes = 8 * 1024;
inline constexpr std::size_t http_body_bytes = 1024;
inline constexpr auto handshake_time = 10s;  ///< from accept to the end of the upgrade
inline constexpr auto hello_time = 10s;      ///< from the upgrade to hello
inline constexpr auto ping_interval = 15s;   ///< silence after which the server pings
inline constexpr auto idle_time = 40s;       ///< silence after which a peer counts as gone

// Rooms.
inline constexpr std::size_t rooms = 1000000;
inline constexpr std::size_t rooms_created_per_minute = 60;  ///< per address
inline constexpr std::size_t frames_per_second = 50;         ///< per connection, averaged over ten seconds
inline constexpr auto absence_grace = 2min;                  ///< F09: then the other may put the AI in
inline constexpr auto room_idle_time = 24h * 7;              ///< a room nobody touched ends
inline constexpr auto clock_main_least = 1s;                 ///< main time of a game's clock
inline constexpr auto clock_main_most = 24h;
inline constexpr auto clock_increment_most = 1h;   ///< added with each move
inline constexpr auto clock_left_most = 24h * 50;  ///< what increments can sum up to
inline constexpr auto clock_stop_least = 1s;       ///< a shorter stop of the clock is not written down

// Store and engines.
inline constexpr std::size_t store_queue = 65536;       ///< writes waiting for the writer thread
inline constexpr std::size_t store_batch = 4096;        ///< writes of one transaction
inline constexpr std::size_t engine_queue = 4096;       ///< searches waiting for a thread, of all rooms
inline constexpr std::size_t engine_jobs_per_room = 4;  ///< of them of one room
inline constexpr auto engine_time = 5s;                 ///< most of one move of the AI on the server
inline constexpr auto engine_shortest_time = 20ms;      ///< least, however many wait
inline constexpr std::size_t engines_per_thread = 2;    ///< kept with their tables for the next search
inline constexpr auto engine_keep_time = 1min;          ///< without work, then their memory is given back
inline constexpr std::size_t monitor_connections = 16;  ///< of the address for metrics, at a time
inline constexpr std::size_t admin_line_bytes = 256;    ///< longest command of an operator
inline constexpr std::size_t admin_connections = 8;     ///< commands at a time
inline constexpr auto admin_time = 30s;                 ///< until a command is answered
inline constexpr std::size_t admin_rooms = 10000;       ///< rooms that a list shows
inline constexpr std::size_t bans = 10000;              ///< addresses and networks
inline constexpr std::size_t metric_words = 64;         ///< reasons that are counted apart
inline constexpr auto drain_time = 10s;                 ///< SIGTERM to exit at the latest

}  // namespace dolbang::limits

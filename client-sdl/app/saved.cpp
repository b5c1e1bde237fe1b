#include "client-sdl/app/saved.hpp"

#include <algorithm>
#include <boost/json.hpp>

#include "core/limits.hpp"
#include "games/catalogue.hpp"

namespace dolbang::app {

namespace json = boost::json;

namespace {

constexpr std::size_t longest_file = 64 * 1024;
constexpr std::size_t longest_text = 512;
constexpr std::size_t most_records = 512;  ///< more kinds of games than there are

template <class Enum>
struct Word {
  Enum value;
  std::string_view text;
};

constexpr Word<Language> languages[] = {
    {Language::automatic, "auto"}, {Language::english, "en"}, {Language::korean, "ko"}, {Language::japanese, "ja"}};
constexpr Word<Markers> markers[] = {{Markers::dots, "dots"}, {Markers::counts, "counts"}, {Markers::none, "none"}};
constexpr Word<ColourChoice> colours[] = {{ColourChoice::black, "black"},
                                          {ColourChoice::white, "white"},
                                          {ColourChoice::alternate, "alternate"},
                                          {ColourChoice::random, "random"}};
constexpr Word<RoomChoices::Colour> room_colours[] = {{RoomChoices::Colour::black, "black"},
                                                      {RoomChoices::Colour::white, "white"},
                                                      {RoomChoices::Colour::random, "random"}};
constexpr Word<RoomChoices::Spectators> spectators[] = {{RoomChoices::Spectators::everyone, "everyone"},
                                                        {RoomChoices::Spectators::link, "link"},
                                                        {RoomChoices::Spectators::nobody, "nobody"}};
constexpr Word<Confirm> confirms[] = {
    {Confirm::automatic, "auto"}, {Confirm::always, "always"}, {Confirm::never, "never"}};
constexpr Word<Side> sides[] = {{Side::black, "black"}, {Side::white, "white"}};
constexpr Word<ViewPreset> views[] = {{ViewPreset::oblique, "oblique"}, {ViewPreset::top, "top"}};

template <class Enum, std::size_t n>
json::string word(const Word<Enum> (&words)[n], Enum value) {
  for (const auto& entry : words)
    if (entry.value == value) return json::string(json::string_view(entry.text.data(), entry.text.size()));
  return {};
}

std::optional<std::string> text_of(const json::object& object, const char* key, std::size_t longest = longest_text) {
  const json::value* value = object.if_contains(key);
  if (!value || !value->is_string() || value->get_string().size() > longest) return std::nullopt;
  return std::string(value->get_string().data(), value->get_string().size());
}

template <class Enum, std::size_t n>
void read(const json::object& object, const char* key, const Word<Enum> (&words)[n], Enum& into) {
  const auto text = text_of(object, key);
  for (const auto& entry : words)
    if (text == entry.text) into = entry.value;
}

void read(const json::object& object, const char* key, bool& into) {
  if (const json::value* value = object.if_contains(key); value && value->is_bool()) into = value->get_bool();
}

void read(const json::object& object, const char* key, int& into) {
  const json::value* value = object.if_contains(key);
  if (value && value->is_int64() && value->get_int64() >= 0 && value->get_int64() <= 1'000'000'000)
    into = static_cast<int>(value->get_int64());
}

Expected<json::object> parse_object(std::string_view text) {
  if (text.size() > longest_file) return fail("corrupt", "The file is too long.");
  boost::system::error_code error;
  json::parse_options options;
  options.max_depth = limits::json_depth;
  json::value value = json::parse(json::string_view(text.data(), text.size()), error, {}, options);
  if (error) return fail("corrupt", "The file is not JSON: " + error.message() + ".");
  if (!value.is_object()) return fail("corrupt", "The file holds no JSON object.");
  return std::move(value.get_object());
}

json::string_view view_of(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view_of(json::string_view text) { return {text.data(), text.size()}; }

json::object room_object(const RoomChoices& room) {
  return {{"colour", word(room_colours, room.colour)},
          {"main", room.main.count()},
          {"increment", room.increment.count()},
          {"clock_runs_on", room.clock_runs_on},
          {"undo", room.undo},
          {"spectators", word(spectators, room.spectators)}};
}

/// A time up to `most`; another one is none.
void read(const json::object& object, const char* key, std::chrono::seconds most, std::chrono::seconds& into) {
  int value = 0;
  read(object, key, value);
  if (const std::chrono::seconds time{value}; time <= most) into = time;
}

void read(const json::object& object, RoomChoices& into) {
  read(object, "colour", room_colours, into.colour);
  read(object, "main", limits::clock_main_most, into.main);
  read(object, "increment", limits::clock_increment_most, into.increment);
  read(object, "clock_runs_on", into.clock_runs_on);
  read(object, "undo", into.undo);
  read(object, "spectators", spectators, into.spectators);
}

json::object record_object(const Record& record) {
  return {{"wins", record.wins}, {"losses", record.losses}, {"draws", record.draws}};
}

void read(const json::object& object, LevelRecords& into) {
  for (const Level level : all_levels) {
    const json::value* record = object.if_contains(view_of(to_string(level)));
    if (!record || !record->is_object()) continue;
    Record& counts = into[static_cast<std::size_t>(level)];
    read(record->get_object(), "wins", counts.wins);
    read(record->get_object(), "losses", counts.losses);
    read(record->get_object(), "draws", counts.draws);
  }
}

}  // namespace

std::string settings_text(const Settings& settings) {
  json::object object;
  object["language"] = word(languages, settings.language);
  object["markers"] = word(markers, settings.markers);
  object["shown_markers"] = word(markers, settings.shown_markers);
  object["colour"] = word(colours, settings.colour);
  object["alternate_next"] = word(sides, settings.alternate_next);
  object["level"] = view_of(to_string(settings.level));
  object["game"] = settings.game;
  json::object variants;
  for (const auto& [game, variant] : settings.variants) variants[game] = variant;
  object["variants"] = std::move(variants);
  object["undo_allowed"] = settings.undo_allowed;
  object["confirm"] = word(confirms, settings.confirm);
  object["ghost"] = settings.ghost;
  object["sound"] = settings.sound;
  object["reduce_motion"] = settings.reduce_motion;
  object["view"] = word(views, settings.view);
  object["room"] = room_object(settings.room);
  object["server"] = settings.server;
  object["name"] = settings.name;
  json::object records;
  for (const auto& [kind, of_level] : settings.records) {
    json::object levels;
    for (const Level level : all_levels) {
      const Record& record = of_level[static_cast<std::size_t>(level)];
      if (record != Record{}) levels[view_of(to_string(level))] = record_object(record);
    }
    if (!levels.empty()) records[kind] = std::move(levels);
  }
  object["records"] = std::move(records);
  return json::serialize(object) + "\n";
}

Expected<Settings> parse_settings(std::string_view text) {
  const auto object = parse_object(text);
  if (!object) return tl::unexpected(object.error());
  Settings settings;
  read(*object, "language", languages, settings.language);
  read(*object, "markers", markers, settings.markers);
  read(*object, "shown_markers", markers, settings.shown_markers);
  if (settings.shown_markers == Markers::none) settings.shown_markers = Markers::dots;
  read(*object, "colour", colours, settings.colour);
  read(*object, "alternate_next", sides, settings.alternate_next);
  if (const auto level = text_of(*object, "level")) settings.level = level_from(*level).value_or(settings.level);
  if (auto game = text_of(*object, "game"); game && find_game(*game)) settings.game = std::move(*game);
  if (const json::value* variants = object->if_contains("variants"); variants && variants->is_object())
    for (const Rules* rules : all_games())
      if (auto variant = text_of(variants->get_object(), std::string(rules->id()).c_str());
          variant && rules->start(*variant))
        settings.variants[std::string(rules->id())] = std::move(*variant);
  read(*object, "undo_allowed", settings.undo_allowed);
  read(*object, "confirm", confirms, settings.confirm);
  read(*object, "ghost", settings.ghost);
  read(*object, "sound", settings.sound);
  read(*object, "reduce_motion", settings.reduce_motion);
  read(*object, "view", views, settings.view);
  if (const json::value* room = object->if_contains("room"); room && room->is_object())
    read(room->get_object(), settings.room);
  settings.server = text_of(*object, "server").value_or("");
  settings.name = text_of(*object, "name", limits::name_bytes).value_or("");
  if (const json::value* records = object->if_contains("records"); records && records->is_object()) {
    const json::object& kinds = records->get_object();
    // Before there was more than one game the levels stood here themselves, the colours not told apart.
    LevelRecords of_old{};
    read(kinds, of_old);
    if (of_old != LevelRecords{}) settings.records["reversi 8x8"] = of_old;
    for (const auto& kind : kinds) {
      if (!kind.value().is_object() || level_from(view_of(kind.key())) || kind.key().size() > longest_text) continue;
      if (settings.records.size() >= most_records) break;
      LevelRecords read_records{};
      read(kind.value().get_object(), read_records);
      if (read_records != LevelRecords{}) settings.records[std::string(view_of(kind.key()))] = read_records;
    }
  }
  return settings;
}

Expected<SavedSeats> SavedSeats::parse(std::string_view text) {
  const auto object = parse_object(text);
  if (!object) return tl::unexpected(object.error());
  SavedSeats seats;
  const json::value* list = object->if_contains("seats");
  if (!list || !list->is_array()) return fail("corrupt", "The file holds no list of seats.");
  for (const json::value& entry : list->get_array()) {
    if (!entry.is_object()) continue;
    auto server = text_of(entry.get_object(), "server");
    auto room = text_of(entry.get_object(), "room", limits::room_code_bytes);
    auto secret = text_of(entry.get_object(), "secret", 4 * limits::secret_bytes);
    if (server && room && secret) seats.keep({std::move(*server), std::move(*room), std::move(*secret)});
  }
  return seats;
}

std::string SavedSeats::text() const {
  json::array list;
  for (const SavedSeat& seat : seats_)
    list.push_back({{"server", seat.server}, {"room", seat.room}, {"secret", seat.secret}});
  return json::serialize(json::object{{"seats", std::move(list)}}) + "\n";
}

const SavedSeat* SavedSeats::find(std::string_view server, std::string_view room) const {
  for (const SavedSeat& seat : seats_)
    if (seat.server == server && seat.room == room) return &seat;
  return nullptr;
}

void SavedSeats::keep(SavedSeat seat) {
  forget(seat.server, seat.room);
  seats_.push_back(std::move(seat));
  if (seats_.size() > maximum) seats_.erase(seats_.begin());
}

void SavedSeats::forget(std::string_view server, std::string_view room) {
  seats_.erase(std::remove_if(seats_.begin(), seats_.end(),
                              [&](const SavedSeat& seat) { return seat.server == server && seat.room == room; }),
               seats_.end());
}

}  // namespace dolbang::app

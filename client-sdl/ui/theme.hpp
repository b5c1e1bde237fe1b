#pragma once
/// Colours and sizes of the panel: the dark theme, measured for contrast.
#include <imgui.h>

namespace dolbang::ui::theme {

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

inline constexpr ImU32 panel = rgb(0x212429);
inline constexpr ImU32 card = rgb(0x2A2E35);
inline constexpr ImU32 card_hover = rgb(0x333842);
inline constexpr ImU32 line = rgb(0x3A3F48);
inline constexpr ImU32 ink = rgb(0xECE7DD);
inline constexpr ImU32 muted = rgb(0xA9ADB5);
inline constexpr ImU32 faint = rgb(0x7E838C);  ///< what cannot be pressed now, hints of empty fields
inline constexpr ImU32 field = rgb(0x1B1D21);
inline constexpr ImU32 empty_cell = rgb(0x282C33);
inline constexpr ImU32 chosen = rgb(0x474C57);
inline constexpr ImU32 accent = rgb(0xE0A84A);
inline constexpr ImU32 accent_hover = rgb(0xEBBB68);
inline constexpr ImU32 ink_on_accent = rgb(0x201608);
inline constexpr ImU32 legal_cell = rgb(0x2C5A46);
inline constexpr ImU32 legal_cell_hover = rgb(0x38735A);
inline constexpr ImU32 legal_edge = rgb(0x5FB48A);
inline constexpr ImU32 danger = rgb(0xE5675B);
inline constexpr ImU32 ok = rgb(0x5FB48A);
inline constexpr ImU32 info = rgb(0x6AA6E8);
inline constexpr ImU32 last_move = rgb(0xFF8A1F);
inline constexpr ImU32 black_disc = rgb(0x0D0E10);
inline constexpr ImU32 black_rim = rgb(0x7E838C);
inline constexpr ImU32 white_disc = rgb(0xECE7DD);
inline constexpr ImU32 overlay = rgb(0x1D2025, 215);

inline constexpr float panel_width = 400;
inline constexpr float narrow_window = 900;  ///< below it the panel is under the board
inline constexpr float strip = 52;           ///< above and below the board in a narrow window
inline constexpr float padding = 20;
inline constexpr float gap = 8;
inline constexpr float button_height = 44;
inline constexpr float small_height = 36;
inline constexpr float confirm_height = 56;  ///< of the button that a finger has to find
inline constexpr float smallest_cell = 28;   ///< of the table, beside the board
inline constexpr float smallest_point = 20;  ///< of a table of points: fifteen of them have to fit
inline constexpr float rounding = 10;

}  // namespace dolbang::ui::theme

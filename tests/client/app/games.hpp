#pragma once
/// Transcripts for the tests, found by search and checked against a second implementation of the rules.
namespace dolbang::app::games {

/// 8 moves; after the last, by white, black has to pass and white moves again.
inline constexpr auto black_passes = "f5f6d3g5h5h4g7h6";
/// 17 moves; after the last, by black, white has to pass.
inline constexpr auto white_passes = "c4e3f4g5e2e1f2c5b6g3e6e7f7c3e8a7g4";
/// 9 moves; black wins, white has no disc left.
inline constexpr auto wipe_out = "e6f6c4c5c6d6g6g7h8";
/// 59 moves; 33-30 with one empty square, neither can move.
inline constexpr auto one_empty =
    "d3c3e6f6g6d6b2h6g7e3f3a1c5f8c6b6c7e2h8b7f5g4b3c2a7g8e1b5a5b4h5c4f7h7c1e7f4a8d7g2b8d2d1d8c8g5a3h4h1a2a4a6e8b1g3f2"
    "h2f1h3";

}  // namespace dolbang::app::games

#pragma once
/// Renju's forbidden points straight from the rules' text: sets of points, no tables, stones put on copies of the
/// board to see what becomes of it. Slow and obviously right; what the game uses is compared with it.
#include "games/omok/renju.hpp"

namespace dolbang::test {

omok::Forbidden slow_forbidden(const omok::PointSet& black, const omok::PointSet& white, int point);
omok::Explanation slow_explain(const omok::PointSet& black, const omok::PointSet& white, int point);

}  // namespace dolbang::test

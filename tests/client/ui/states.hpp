#pragma once
/// A client on a desk in every state that a person can see: for pictures, and for tests that look at all of them.
/// The app is the real one; engine, server and clock are played by the test.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/client/app/fakes.hpp"

namespace dolbang::ui_test {

struct ShownState {
  std::string name;
  std::function<std::unique_ptr<app::Desk>()> make;
};

const std::vector<ShownState>& states();
std::unique_ptr<app::Desk> state(std::string_view name);

}  // namespace dolbang::ui_test

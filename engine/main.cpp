// dolbang-engine: the process around the table of commands.
#include <iostream>

#include "engine/commands.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  dolbang::engine::Streams streams{std::cin, std::cout, std::cerr};
  return dolbang::engine::run_program(argc, argv, streams);
}

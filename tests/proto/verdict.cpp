/// Reads lines "client FRAME" or "server FRAME" and answers each with "ok" or the codec's error code.
#include <iostream>
#include <string>

#include "proto/codec.hpp"

int main() {
  using namespace dolbang::proto;
  const auto verdict = [](const auto& parsed) { return parsed ? std::string("ok") : parsed.error().code; };
  for (std::string text; std::getline(std::cin, text);) {
    const std::string_view frame = std::string_view(text).substr(text.find(' ') + 1);
    std::cout << (text.front() == 'c' ? verdict(parse_client(frame)) : verdict(parse_server(frame))) << '\n';
  }
}

#include "engine/commands.hpp"

#include <istream>
#include <ostream>

#include "engine/declarations.hpp"

namespace dolbang::engine {

const std::vector<Command>& commands() {
  static const std::vector<Command> table{
      {"perft", "Counts the leaves of the game tree: \"LEAVES leaves SECONDS s RATE leaves/s\"", declare_perft},
      {"replay", "Reads transcripts: \"ok PLIES PASSES BLACK WHITE EMPTIES\" or \"error ply N: reason\"",
       declare_replay},
      {"forbidden", "Reads Renju boards: black's forbidden points as \"h8:33 c4:44 d4:overline\", or \"-\"",
       declare_forbidden},
      {"explain", "Says what a black stone on a point would make under Renju's rules", declare_explain},
      {"convert", "Game records from one format into another", declare_convert},
      {"vcf", "Reads Omok boards: a win by continuous fours as its moves, or \"-\"", declare_vcf},
      {"ladder", "Lets neighbouring levels play against each other: a table of scores", declare_ladder},
      {"solve", "Solves Reversi positions of an OBF file: \"SCORE MOVE NODES nodes SECONDS s\"", declare_solve},
      {"analyse", "Gives every legal move of Reversi positions a score, the best first", declare_analyse},
      {"bench", "Searches fixed Reversi positions; the sum of nodes is the same for equal searches", declare_bench},
      {"bench-omok", "Searches fixed Omok and Renju positions; the signature is the same for equal searches",
       declare_bench_omok},
  };
  return table;
}

const std::vector<Protocol>& protocols() {
  static const std::vector<Protocol> table{
      {"gomocup", "Omok and Renju, for the managers of the Gomocup tournament", run_gomocup},
      {"gtp", "Reversi over the Go Text Protocol", run_gtp},
      {"nboard", "Reversi over the NBoard protocol, versions 1 and 2", run_nboard},
  };
  return table;
}

int run_program(int argc, const char* const* argv, Streams& streams) {
  CLI::App app("What Dolbang's libraries can do, in a shell. Each line that is read is answered by one line.",
               "dolbang-engine");
  app.footer(
      "GAME is a game of the catalogue, with a variant after a colon if not its usual one: reversi, reversi:6x6,\n"
      "reversi:8x8-black2, omok, omok:renju. COMMAND --help says more.\n"
      "Exit codes: 0 done, 1 a line was bad (its answer says why; the next ones are answered all the same), 2 wrong "
      "usage.");
  app.set_version_flag("--version", "dolbang-engine/" DOLBANG_VERSION);
  app.require_subcommand(0, 1);

  bool levels = false;
  app.add_flag("--levels", levels, "Prints the ladder of AI levels and what each promises");
  std::string protocol;
  if (!protocols().empty()) {
    std::string summary;
    for (const Protocol& entry : protocols())
      summary += (summary.empty() ? "" : "; ") + entry.name + ": " + entry.summary;
    app.add_option("--protocol", protocol, "Talks to another program. " + summary);
  }

  Run chosen;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->callback([&chosen, run = command.declare(*sub)] { chosen = run; });
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, streams.out, streams.err) == 0 ? exit_ok : exit_usage;
  }
  if (static_cast<int>(levels) + !protocol.empty() + (chosen != nullptr) != 1) {
    streams.err << app.help();
    return exit_usage;
  }
  if (levels) return print_levels(streams);
  for (const Protocol& entry : protocols())
    if (entry.name == protocol) return entry.run(streams);
  if (chosen) return chosen(streams);
  streams.err << "There is no protocol \"" << protocol << "\".\n";
  return exit_usage;
}

}  // namespace dolbang::engine

#pragma once
/// What each command's file gives to the table in commands.cpp.
#include "engine/commands.hpp"

namespace dolbang::engine {

Run declare_perft(CLI::App& app);
Run declare_replay(CLI::App& app);
Run declare_forbidden(CLI::App& app);
Run declare_explain(CLI::App& app);
Run declare_convert(CLI::App& app);
Run declare_vcf(CLI::App& app);
Run declare_ladder(CLI::App& app);

Run declare_solve(CLI::App& app);
Run declare_analyse(CLI::App& app);
Run declare_bench(CLI::App& app);
Run declare_bench_omok(CLI::App& app);

/// --levels
int print_levels(Streams& streams);

/// --protocol
int run_gomocup(Streams& streams);
int run_gtp(Streams& streams);
int run_nboard(Streams& streams);

}  // namespace dolbang::engine

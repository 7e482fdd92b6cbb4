package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.measure.Outcome;
import io.paxosstore.bench.measure.Spread;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Outcomes as tables in Markdown: medians, with the range over the rounds in brackets. */
final class ComparisonTable {
    static final double P50 = 50;
    static final double P99 = 99;
    private static final double P999 = 99.9;
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private final StringBuilder text = new StringBuilder();
    private final int userBytes;

    private ComparisonTable(int userBytes) {
        this.userBytes = userBytes;
    }

    /**
     * The tables of a comparison.
     *
     * @param userBytes of a key and its value
     */
    static String of(String peer, List<Comparison.Pair> pairs, int userBytes) {
        ComparisonTable table = new ComparisonTable(userBytes);
        table.ratios(peer, pairs);
        table.details(peer, pairs);
        return table.text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void ratios(String peer, List<Comparison.Pair> pairs) {
        line(
                "| load | PaxosStore, operations/s | %s | ratio | p50 ratio | p99 ratio |"
                        .formatted(peer));
        line("| --- | --- | --- | --- | --- | --- |");
        for (Comparison.Pair pair : pairs) {
            OperationKind kind = pair.ours().getFirst().mainKind();
            line(
                    "| %s | %s | %s | **%s** | %s | %s |"
                            .formatted(
                                    pair.load(),
                                    Spread.of(pair.ours(), Outcome::perSecond),
                                    Spread.of(pair.theirs(), Outcome::perSecond),
                                    ratio(pair, Outcome::perSecond),
                                    ratio(pair, outcome -> outcome.millis(kind, P50)),
                                    ratio(pair, outcome -> outcome.millis(kind, P99))));
        }
        text.append('\n');
    }

    /** Round by round, what was measured one after the other. */
    private static Spread ratio(Comparison.Pair pair, ToDoubleFunction<Outcome> figure) {
        double[] ratios = new double[pair.ours().size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] =
                    figure.applyAsDouble(pair.ours().get(round))
                            / figure.applyAsDouble(pair.theirs().get(round));
        }
        return Spread.of(ratios);
    }

    private void details(String peer, List<Comparison.Pair> pairs) {
        line(
                "| load | store | p50 / p99 / p99.9 ms | CPU us per operation, servers + generator"
                        + " | disk bytes per user byte | resident MiB of a server | errors |");
        line("| --- | --- | --- | --- | --- | --- | --- |");
        for (Comparison.Pair pair : pairs) {
            details(pair.load(), "PaxosStore", pair.ours());
            details(pair.load(), peer, pair.theirs());
        }
    }

    private void details(ComparedLoad load, String store, List<Outcome> outcomes) {
        line(
                "| %s | %s | %s | %s + %s | %s | %s | %d |"
                        .formatted(
                                load,
                                store,
                                percentiles(outcomes),
                                Spread.of(outcomes, Outcome::serverCpuMicros),
                                Spread.of(outcomes, Outcome::generatorCpuMicros),
                                Spread.of(outcomes, one -> one.amplification(userBytes)),
                                Spread.of(outcomes, ComparisonTable::residentMebibytes),
                                outcomes.stream().mapToLong(Outcome::errors).sum()));
    }

    private static double residentMebibytes(Outcome outcome) {
        return outcome.servers().residentBytes() / BYTES_PER_MEBIBYTE;
    }

    private static String percentiles(List<Outcome> outcomes) {
        OperationKind kind = outcomes.getFirst().mainKind();
        return Spread.of(outcomes, outcome -> outcome.millis(kind, P50))
                + " / "
                + Spread.of(outcomes, outcome -> outcome.millis(kind, P99))
                + " / "
                + Spread.of(outcomes, outcome -> outcome.millis(kind, P999));
    }
}

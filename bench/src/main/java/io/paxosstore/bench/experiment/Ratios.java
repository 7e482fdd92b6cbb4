package io.paxosstore.bench.experiment;

import io.paxosstore.bench.measure.Spread;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a quantity is in proportion to another one, measured several times. Not thread-safe. */
final class Ratios {
    private final List<Double> ratios = new ArrayList<>();

    void add(double ratio) {
        ratios.add(ratio);
    }

    double mean() {
        return ratios.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
    }

    /** By how much the mean may be off: a standard deviation of it; not a number for one alone. */
    double standardError() {
        double mean = mean();
        double squares = ratios.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
        return Math.sqrt(squares / (ratios.size() - 1) / ratios.size());
    }

    /** Median and range; of at least one. */
    Spread spread() {
        return Spread.of(ratios, each -> each);
    }

    /** All of it, for people. */
    @Override
    public String toString() {
        Spread spread = spread();
        return String.format(
                Locale.ROOT,
                "mean %.4f, standard error %.4f, median %.4f, from %.4f to %.4f",
                mean(),
                standardError(),
                spread.median(),
                spread.least(),
                spread.greatest());
    }
}

package io.paxosstore.bench.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The median of some figures, with the least and the greatest. */
public record Spread(double least, double median, double greatest) {
    private static final double LARGE = 100;

    /**
     * Of what a function says of each item.
     *
     * @param items at least one
     */
    public static <T> Spread of(List<T> items, ToDoubleFunction<T> figure) {
        return of(items.stream().mapToDouble(figure).toArray());
    }

    /** Of some figures, at least one. */
    public static Spread of(double... figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median =
                sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }

    /** {@code median [least-greatest]}. */
    @Override
    public String toString() {
        return least == greatest
                ? show(median)
                : show(median) + " [" + show(least) + "-" + show(greatest) + "]";
    }

    private static String show(double figure) {
        return figure >= LARGE
                ? String.format(Locale.ROOT, "%,.0f", figure)
                : String.format(Locale.ROOT, "%.2f", figure);
    }
}

package io.paxosstore.console.live;

import io.paxosstore.console.answer.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Makes of each reading of a node's figures and the one before what happened in between, and keeps
 * that for a while: as JSON, since nobody but a browser looks into it. Thread-safe.
 */
public final class Recorder {
    /** How many are kept: at one a second, of 15 minutes. */
    public static final int KEPT = 900;

    private static final List<Double> QUANTILES = List.of(0.5, 0.99, 0.999);
    private static final double MILLIS = 1000;

    private record Kept(long millis, String json) {}

    private final LatencyShape shape;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private @Nullable Reading last;

    /**
     * @param boundsMicros the upper bounds of the readings' buckets of time
     */
    public Recorder(double[] boundsMicros) {
        this.shape = new LatencyShape(boundsMicros);
    }

    /** Takes the next reading; if the clock was set back, what was kept is forgotten. */
    public synchronized void add(Reading next) {
        Reading before = last;
        if (before != null && next.millis() <= before.millis()) {
            kept.clear();
            before = null;
        }
        last = next;
        if (before != null) {
            kept.add(new Kept(next.millis(), Json.text(sample(before, next))));
            if (kept.size() > KEPT) {
                kept.remove();
            }
        }
    }

    /**
     * What is kept of after a time, as a JSON array: each with "t", milliseconds since 1970; "g",
     * what is so now; "r", what happened for each second; and "q", for each kind of requests how
     * many there were for each second, and below how many microseconds 50 %, 99 % and 99.9 % were.
     */
    public synchronized String after(long millis) {
        StringJoiner array = new StringJoiner(",", "[", "]");
        for (Kept each : kept) {
            if (each.millis() > millis) {
                array.add(each.json());
            }
        }
        return array.toString();
    }

    private Map<String, Object> sample(Reading before, Reading next) {
        double seconds = (next.millis() - before.millis()) / MILLIS;
        Map<String, Object> rates = new TreeMap<>();
        next.counters()
                .forEach((name, count) -> {
                    double more = count - before.counters().getOrDefault(name, 0.0);
                    rates.put(name, rounded(Math.max(0, more) / seconds));
                });
        Map<String, Object> gauges = new TreeMap<>();
        next.gauges().forEach((name, value) -> gauges.put(name, rounded(value)));
        Map<String, Object> requests = new TreeMap<>();
        Map<String, long[]> sums = new TreeMap<>();
        next.requests()
                .forEach((kind, counts) -> {
                    long[] more = since(before.requests().get(kind), counts);
                    if (Arrays.stream(more).sum() > 0) {
                        requests.put(kind, figures(more, seconds));
                        String operation = kind.substring(0, kind.indexOf('.'));
                        sums.merge(operation, more, Recorder::sum);
                    }
                });
        sums.forEach((operation, counts) -> requests.put(operation, figures(counts, seconds)));
        Map<String, Object> sample = new LinkedHashMap<>();
        sample.put("t", next.millis());
        sample.put("g", gauges);
        sample.put("r", rates);
        sample.put("q", requests);
        return sample;
    }

    private static long[] since(long @Nullable [] before, long[] counts) {
        long[] more = counts.clone();
        for (int i = 0; before != null && i < more.length; i++) {
            more[i] = Math.max(0, more[i] - before[i]);
        }
        return more;
    }

    private static long[] sum(long[] one, long[] other) {
        long[] both = one.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] += other[i];
        }
        return both;
    }

    private List<Object> figures(long[] counts, double seconds) {
        return List.of(
                rounded(Arrays.stream(counts).sum() / seconds),
                rounded(shape.quantile(counts, QUANTILES.get(0))),
                rounded(shape.quantile(counts, QUANTILES.get(1))),
                rounded(shape.quantile(counts, QUANTILES.get(2))));
    }

    /** Three digits are enough for an eye, and short on the way. */
    private static Object rounded(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 100) {
            return Math.round(value);
        }
        double scale = Math.pow(10, 2 - Math.floor(Math.log10(Math.abs(value))));
        return Math.round(value * scale) / scale;
    }
}

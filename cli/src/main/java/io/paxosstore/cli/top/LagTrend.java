package io.paxosstore.cli.top;

import io.paxosstore.cli.progress.Progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * How nodes that lag behind come closer: after a start they compare what they have with the others,
 * and fetch what they lack. The greatest lag that was seen of a node counts as the whole. Not
 * thread-safe.
 */
final class LagTrend {
    private record Begin(long lag, long millis) {}

    private final Map<Integer, Begin> begins = new TreeMap<>();

    /**
     * How far they are, of those that have come closer since they were first seen.
     *
     * @param millis now, since 1970
     * @param lags of the nodes that tell it, by their ids
     */
    List<Progress> next(long millis, Map<Integer, Long> lags) {
        List<Progress> far = new ArrayList<>();
        new TreeMap<>(lags)
                .forEach((id, lag) -> {
                    if (lag <= 0) {
                        begins.remove(id);
                        return;
                    }
                    Begin begin = begins.get(id);
                    if (begin == null || begin.lag() < lag || millis < begin.millis()) {
                        begins.put(id, new Begin(lag, millis));
                    } else if (begin.lag() > lag) {
                        far.add(
                                Progress.measured(
                                        "node " + id + " catches up",
                                        begin.lag() - lag,
                                        begin.lag(),
                                        TimeUnit.MILLISECONDS.toNanos(millis - begin.millis())));
                    }
                });
        return far;
    }
}

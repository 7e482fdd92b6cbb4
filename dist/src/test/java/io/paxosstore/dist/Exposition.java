package io.paxosstore.dist;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The series that {@code /metrics} of a node shows: by metric the labels, and their values. */
final class Exposition {
    private static final Pattern SAMPLE =
            Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** What Prometheus adds itself, and what README asks for. */
    static final Set<String> TARGET_LABELS = Set.of("job", "instance", "cluster");

    private final Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();

    /** Of Prometheus' text format. */
    Exposition(String text) {
        Matcher sample = SAMPLE.matcher(text);
        while (sample.find()) {
            var labels = metrics.computeIfAbsent(sample.group(1), name -> new HashMap<>());
            Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
            while (label.find()) {
                labels.computeIfAbsent(label.group(1), name -> new HashSet<>()).add(label.group(2));
            }
        }
    }

    Set<String> names() {
        return metrics.keySet();
    }

    /**
     * What is wrong with series that a query asks for; empty if nothing is.
     *
     * @param closed labels whose values are all there from the start
     */
    String problem(PromQl.Series series, Set<String> closed) {
        Map<String, Set<String>> labels = metrics.get(series.metric());
        if (labels == null) {
            return "there is no metric " + series.metric();
        }
        for (PromQl.Match match : series.matches()) {
            Set<String> values = labels.get(match.label());
            if (TARGET_LABELS.contains(match.label())) {
                continue;
            }
            if (values == null) {
                return series.metric() + " has no label " + match.label();
            }
            if (closed.contains(match.label())) {
                for (String value : match.value().split("\\|", -1)) {
                    if (!values.contains(value)) {
                        return series.metric() + " has no " + match.label() + " " + value;
                    }
                }
            }
        }
        return "";
    }

    /** Whether any of these metrics, or what is added to it, has a label. */
    boolean hasLabel(Iterable<PromQl.Series> series, String label) {
        for (PromQl.Series one : series) {
            if (metrics.getOrDefault(one.metric(), Map.of()).containsKey(label)) {
                return true;
            }
        }
        return TARGET_LABELS.contains(label);
    }
}

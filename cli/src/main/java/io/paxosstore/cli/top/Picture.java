package io.paxosstore.cli.top;

import io.paxosstore.cli.progress.Progress;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What there is to see of a cluster. A function of what was heard.
 *
 * @param millis now, since 1970
 * @param isAwaited whether some have not been heard at all yet
 * @param troubles what is wrong, the worst first
 * @param notes what keeps something from being shown, and is no trouble
 * @param nodes by their ids
 * @param models by the number of requests
 * @param shape who votes and what moves; null before that is known
 * @param catchingUp how far nodes are that lag behind
 * @param hot the hottest entities first
 * @param slow the slowest requests first
 */
record Picture(
        long millis,
        boolean isAwaited,
        List<Trouble> troubles,
        List<String> notes,
        List<NodeRow> nodes,
        List<ModelRow> models,
        @Nullable Shape shape,
        List<Progress> catchingUp,
        List<Hottest> hot,
        List<Slowest> slow) {
    /** An entity that is asked for often. */
    record Hottest(int node, Standouts.Hot hot) {}

    /** A request that took long. */
    record Slowest(int node, Standouts.Slow slow) {}

    /** A list of nodes that is older than this is said to be. */
    private static final long SHAPE_OLD_MILLIS = 5000;

    private static final int STANDOUTS_MAX = 50;

    /** Copies the lists. */
    Picture {
        troubles = List.copyOf(troubles);
        notes = List.copyOf(notes);
        nodes = List.copyOf(nodes);
        models = List.copyOf(models);
        catchingUp = List.copyOf(catchingUp);
        hot = List.copyOf(hot);
        slow = List.copyOf(slow);
    }

    /** The picture of what was heard. */
    static Picture of(Heard heard) {
        List<NodeRow> nodes =
                heard.nodes().stream()
                        .map(voice -> NodeRow.of(voice, heard.shape(), heard.millis()))
                        .toList();
        List<Hottest> hot = new ArrayList<>();
        List<Slowest> slow = new ArrayList<>();
        for (Voice voice : heard.nodes()) {
            int id = voice.place().id();
            voice.standouts().hot().forEach(each -> hot.add(new Hottest(id, each)));
            voice.standouts().slow().forEach(each -> slow.add(new Slowest(id, each)));
        }
        hot.sort(Comparator.comparingDouble((Hottest each) -> -each.hot().perSecond()));
        slow.sort(Comparator.comparingDouble((Slowest each) -> -each.slow().micros()));
        return new Picture(
                heard.millis(),
                heard.nodes().isEmpty() || heard.nodes().stream().anyMatch(Picture::isAwaited),
                Troubles.of(heard),
                notes(heard),
                nodes,
                models(nodes),
                heard.shape(),
                heard.catchingUp(),
                hot.stream().limit(STANDOUTS_MAX).toList(),
                slow.stream().limit(STANDOUTS_MAX).toList());
    }

    private static boolean isAwaited(Voice voice) {
        return voice.answer() instanceof Answer.Awaited;
    }

    private static List<String> notes(Heard heard) {
        List<String> notes = new ArrayList<>();
        for (Voice voice : heard.nodes()) {
            if (voice.answer() instanceof Answer.Known known && !known.isFault()) {
                notes.add("Node " + voice.place().id() + " " + known.why() + ".");
            }
        }
        if (heard.shape() != null && heard.shapeAgeMillis() > SHAPE_OLD_MILLIS) {
            notes.add(
                    "Who votes and what moves is as it was "
                            + Figures.span(heard.shapeAgeMillis())
                            + " ago.");
        } else if (heard.shape() == null
                && heard.nodes().stream().noneMatch(Picture::isAwaited)
                && !heard.nodes().isEmpty()) {
            notes.add("No node says who votes and what moves.");
        }
        return notes;
    }

    private static List<ModelRow> models(List<NodeRow> nodes) {
        Map<String, Pace> sums = new TreeMap<>();
        for (NodeRow node : nodes) {
            Sample sample = node.sample();
            if (sample != null) {
                sample.requests()
                        .forEach((kind, pace) -> {
                            if (kind.indexOf('.') > 0) {
                                sums.merge(kind, pace, Pace::with);
                            }
                        });
            }
        }
        List<ModelRow> rows = new ArrayList<>();
        sums.forEach((kind, pace) -> {
            int dot = kind.indexOf('.');
            String model = kind.substring(dot + 1).replace('_', ' ');
            rows.add(new ModelRow(kind.substring(0, dot), model, pace));
        });
        rows.sort(Comparator.comparingDouble((ModelRow row) -> -row.pace().perSecond()));
        return rows;
    }

    /** Whether nothing is wrong, and all have said so. */
    boolean isWell() {
        return troubles.isEmpty() && !isAwaited;
    }
}

package io.paxosstore.cli.top;

import org.jline.utils.AttributedString;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lines that belong together.
 *
 * @param rank the greatest is left out first
 * @param least so many lines it gets before others get more
 * @param isApart whether an empty line before it helps
 * @param isOpen whether it is the beginning of something long anyway, and need not say what is cut
 */
record Section(List<AttributedString> lines, int rank, int least, boolean isApart, boolean isOpen) {
    /** On fewer lines there are no empty ones. */
    private static final int GAPS_FROM = 20;

    /** With fewer lines a section is left out, but for those up to this rank. */
    private static final int WORTH = 3;

    private static final int LAST_CUT = 2;

    /** Copies the lines. */
    Section {
        lines = List.copyOf(lines);
    }

    private int leastLines() {
        return Math.min(least, lines.size());
    }

    /** As much of these sections as a view has room for, in their order. */
    static List<AttributedString> fit(List<Section> sections, View view) {
        List<Section> all = sections.stream().filter(each -> !each.lines().isEmpty()).toList();
        boolean hasGaps = view.height() >= GAPS_FROM;
        int[] given = new int[all.size()];
        int room = view.height();
        int[] byRank =
                IntStream.range(0, all.size())
                        .boxed()
                        .sorted(Comparator.comparingInt(i -> all.get(i).rank()))
                        .mapToInt(Integer::intValue)
                        .toArray();
        for (int i : byRank) {
            int gap = hasGaps && all.get(i).isApart() ? 1 : 0;
            int least = all.get(i).leastLines();
            if (gap + least <= room) {
                given[i] = least;
                room -= gap + least;
            } else if (room - gap >= WORTH || all.get(i).rank() <= LAST_CUT) {
                given[i] = Math.max(0, room - gap);
                room = 0;
            }
        }
        for (int i : byRank) {
            int more = given[i] == 0 ? 0 : Math.min(room, all.get(i).lines().size() - given[i]);
            given[i] += more;
            room -= more;
        }
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            if (given[i] > 0) {
                if (hasGaps && all.get(i).isApart()) {
                    lines.add(AttributedString.EMPTY);
                }
                lines.addAll(all.get(i).first(given[i], view));
            }
        }
        return lines;
    }

    private List<AttributedString> first(int count, View view) {
        if (count >= lines.size() || isOpen || count < 2) {
            return lines.subList(0, Math.min(count, lines.size()));
        }
        List<AttributedString> shown = new ArrayList<>(lines.subList(0, count - 1));
        String more = "... and " + (lines.size() - count + 1) + " more lines";
        shown.add(view.cut(view.text(more, Tone.WARN)));
        return shown;
    }
}

package io.paxosstore.cli.top;

import io.paxosstore.cli.progress.Progress;
import io.paxosstore.cli.progress.ProgressBar;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The lines of a {@link Picture}: a function of it and of the view. */
final class Screen {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final int HOURS_OF_DAY = 24;

    /**
     * So many lines of a table of requests are the least that says something: head and two rows.
     */
    private static final int ROWS_LEAST = 3;

    private static final int PAPER_ROWS = 11;

    private final Picture picture;
    private final View view;

    private Screen(Picture picture, View view) {
        this.picture = picture;
        this.view = view;
    }

    /** The lines; none is wider, and there are no more, than the view has room for. */
    static List<AttributedString> lines(Picture picture, View view) {
        return new Screen(picture, view).lines();
    }

    private List<AttributedString> lines() {
        int part = Math.max(2, view.height() / 3);
        List<AttributedString> troubles = troubles();
        List<AttributedString> standings = standings();
        List<AttributedString> loads =
                picture.nodes().isEmpty() ? List.of() : NodeTables.loads(picture).lines(view);
        return Section.fit(
                List.of(
                        new Section(List.of(title()), 0, 1, false, true),
                        new Section(troubles, 1, part, false, false),
                        new Section(slots(), 3, 2, false, false),
                        new Section(standings, 2, standings.size(), true, false),
                        new Section(loads, 4, loads.size(), true, false),
                        requests(RequestTables.models(picture), 5),
                        requests(RequestTables.hottest(picture), 6),
                        requests(RequestTables.slowest(picture, view), 7)),
                view);
    }

    private Section requests(TextTable table, int rank) {
        List<AttributedString> lines = table.isEmpty() ? List.of() : table.lines(view);
        if (view.height() == View.ENDLESS) {
            lines = lines.subList(0, Math.min(PAPER_ROWS, lines.size()));
        }
        return new Section(lines, rank, ROWS_LEAST, true, true);
    }

    private AttributedString title() {
        long answering = picture.nodes().stream().filter(node -> node.status() != null).count();
        TreeSet<String> versions = new TreeSet<>();
        for (NodeRow node : picture.nodes()) {
            NodeStatus status = node.status();
            if (status != null && !status.version().isEmpty()) {
                versions.add(status.version());
            }
        }
        String nodes =
                picture.nodes().isEmpty()
                        ? ""
                        : "  " + answering + " of " + picture.nodes().size() + " nodes answer";
        String release = versions.isEmpty() ? "" : ", release " + String.join(" and ", versions);
        String right =
                (view.hint().isEmpty() ? "" : view.hint() + "  ")
                        + CLOCK.format(at(picture.millis()));
        AttributedStringBuilder line = new AttributedStringBuilder();
        line.append(view.text("PaxosStore", Tone.STRONG));
        line.append(nodes);
        if (line.columnLength() + release.length() + 2 + right.length() <= view.width()) {
            line.append(release);
        }
        int blanks = view.width() - line.columnLength() - right.length();
        if (view.height() == View.ENDLESS) {
            line.append("  ").append(DAY.format(at(picture.millis())));
        } else if (blanks >= 2) {
            line.append(" ".repeat(blanks)).append(view.text(right, Tone.SOFT));
        }
        return view.cut(line.toAttributedString());
    }

    private ZonedDateTime at(long millis) {
        return Instant.ofEpochMilli(millis).atZone(view.zone());
    }

    private List<AttributedString> troubles() {
        if (picture.isWell()) {
            return Paragraph.lines("", "", "All is well.", Tone.GOOD, view);
        } else if (picture.troubles().isEmpty()) {
            return Paragraph.lines("", "", "Asking the nodes ...", Tone.SOFT, view);
        }
        List<AttributedString> lines = new ArrayList<>();
        for (Trouble trouble : picture.troubles()) {
            Tone tone = trouble.isSerious() ? Tone.BAD : Tone.WARN;
            String says = trouble.check() + ": " + sentence(trouble.says());
            lines.addAll(
                    Paragraph.lines(trouble.isSerious() ? "!! " : "!  ", "   ", says, tone, view));
            String more = (since(trouble) + " " + trouble.remedy()).strip();
            lines.addAll(Paragraph.lines("   ", "   ", more, Tone.PLAIN, view));
        }
        return lines;
    }

    private static String sentence(String says) {
        return says.endsWith(".") ? says : says + ".";
    }

    private String since(Trouble trouble) {
        String ids =
                trouble.saidBy().stream().map(String::valueOf).collect(Collectors.joining(", "));
        boolean isOne = trouble.saidBy().size() == 1;
        String by =
                ids.isEmpty()
                        ? ""
                        : (isOne ? "node " : "nodes ") + ids + (isOne ? " says so" : " say so");
        if (trouble.ageMillis() == Trouble.UNKNOWN) {
            return by.isEmpty() ? "" : by.replaceFirst("^n", "N") + ".";
        }
        ZonedDateTime since = at(picture.millis() - trouble.ageMillis());
        boolean isToday = since.plusHours(HOURS_OF_DAY).isAfter(at(picture.millis()));
        return "Since "
                + (isToday ? CLOCK : DAY).format(since)
                + " ("
                + ProgressBar.duration(trouble.ageMillis())
                + ")"
                + (by.isEmpty() ? "." : "; " + by + ".");
    }

    private List<AttributedString> standings() {
        return picture.nodes().isEmpty() ? List.of() : NodeTables.standings(picture).lines(view);
    }

    /** What the slots can lose, and what moves. */
    private List<AttributedString> slots() {
        List<AttributedString> lines = new ArrayList<>();
        Shape shape = picture.shape();
        if (shape != null) {
            lines.addAll(Paragraph.lines("", "  ", redundancy(shape), Tone.PLAIN, view));
            if (shape.noMajority() > 0) {
                String says =
                        count(shape.noMajority()) + " slots have no majority and do not serve.";
                lines.addAll(Paragraph.lines("", "  ", says, Tone.BAD, view));
            }
            if (shape.isMoving()) {
                lines.add(view.cut(view.text(moves(shape), Tone.PLAIN)));
            }
        }
        for (Progress each : picture.catchingUp()) {
            lines.add(view.cut(view.text(ProgressBar.line(each, view.width()), Tone.WARN)));
        }
        picture.notes()
                .forEach(note -> lines.addAll(Paragraph.lines("", "  ", note, Tone.SOFT, view)));
        return lines;
    }

    private String moves(Shape shape) {
        boolean isRunning = shape.course().isEmpty() || shape.course().equals("running");
        String course = isRunning ? "" : " (" + shape.course() + ")";
        Progress moves = shape.moves();
        return ProgressBar.line(moves, Math.max(1, view.width() - course.length())) + course;
    }

    private static String redundancy(Shape shape) {
        String words =
                shape.redundancy().stream()
                        .map(each ->
                                count(each.slots())
                                        + " have "
                                        + each.connected()
                                        + " of "
                                        + each.voters()
                                        + " voters connected")
                        .collect(Collectors.joining("; "));
        return "Slots: "
                + (words.isEmpty() ? "nothing is known of them" : words)
                + (shape.isMoving() ? "." : "; nothing moves.");
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

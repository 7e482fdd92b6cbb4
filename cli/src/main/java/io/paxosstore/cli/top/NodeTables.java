package io.paxosstore.cli.top;

import static io.paxosstore.cli.top.TextTable.Cell.plain;
import static io.paxosstore.cli.top.TextTable.Column.number;
import static io.paxosstore.cli.top.TextTable.Column.text;
import static io.paxosstore.cli.top.TextTable.Column.time;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Tables with a row for each node. */
final class NodeTables {
    private NodeTables() {}

    /** How the nodes are. */
    static TextTable standings(Picture picture) {
        boolean isGrowing = picture.nodes().stream().anyMatch(NodeTables::isComing);
        List<TextTable.Column> columns = new ArrayList<>();
        columns.add(number("NODE", 0));
        columns.add(text("STANDING", 0));
        columns.add(text("ROLE", 2));
        columns.add(number("VOTES", 4));
        columns.add(number("FIRST", 9));
        if (isGrowing) {
            columns.add(number("COMING", 0));
        }
        columns.add(number("LAG", 1));
        columns.add(number("RECOV/S", 7));
        columns.add(number("FREE", 3));
        columns.add(number("DATA", 8));
        columns.add(number("HEAP", 6));
        columns.add(number("CPU", 5));
        columns.add(time("UP", 10));
        columns.add(text("CLIENTS", 11));
        TextTable table = new TextTable(columns);
        picture.nodes().forEach(node -> table.add(standing(node, isGrowing)));
        return table;
    }

    private static boolean isComing(NodeRow node) {
        ListedNode listed = node.listed();
        return listed != null && listed.coming() > 0;
    }

    private static List<TextTable.Cell> standing(NodeRow node, boolean isGrowing) {
        List<TextTable.Cell> row = new ArrayList<>();
        row.add(plain(Integer.toString(node.place().id())));
        row.add(new TextTable.Cell(node.standing(), node.tone()));
        row.add(plain(listed(node, ListedNode::membership)));
        row.add(plain(listed(node, each -> Figures.count(each.votes()))));
        row.add(plain(listed(node, each -> Figures.count(each.preferred()))));
        if (isGrowing) {
            row.add(plain(listed(node, each -> Figures.count(each.coming()))));
        }
        row.add(lag(node.status()));
        row.add(plain(sampled(node, each -> Figures.count(each.recovered()))));
        row.add(free(node.status()));
        row.add(plain(sampled(node, each -> Figures.bytes(each.dataBytes()))));
        row.add(plain(sampled(node, each -> Figures.bytes(each.gauge("heap.bytes")))));
        row.add(plain(sampled(node, each -> Figures.percent(each.gauge("process.cpu.usage")))));
        row.add(plain(node.upMillis() <= 0 ? Figures.NONE : Figures.span(node.upMillis())));
        row.add(plain(node.place().clientAddress()));
        return row;
    }

    /** What the nodes do. */
    static TextTable loads(Picture picture) {
        TextTable table =
                new TextTable(
                        List.of(
                                number("NODE", 0),
                                number("WRITES/S", 0),
                                time("P50", 4),
                                time("P99", 1),
                                number("READS/S", 0),
                                time("P50", 5),
                                time("P99", 2),
                                number("FAILED/S", 3),
                                number("FSYNCS/S", 7),
                                time("FSYNC", 6)));
        List<Sample> samples =
                picture.nodes().stream().map(NodeRow::sample).filter(Objects::nonNull).toList();
        if (picture.nodes().size() > 1 && !samples.isEmpty()) {
            table.add(all(samples));
        }
        for (NodeRow node : picture.nodes()) {
            table.add(row(Integer.toString(node.place().id()), node.sample()));
        }
        return table;
    }

    /** Sums, and the times of the slowest. */
    private static List<TextTable.Cell> all(List<Sample> samples) {
        Pace writes = Pace.NONE;
        Pace reads = Pace.NONE;
        double failed = 0;
        double fsyncs = 0;
        double slowest = 0;
        for (Sample sample : samples) {
            writes = writes.with(sample.writes());
            reads = reads.with(sample.reads());
            failed += sample.failed();
            fsyncs += sample.fsyncs();
            slowest = Math.max(slowest, sample.fsyncMicros());
        }
        return row("all", writes, reads, failed, fsyncs, slowest);
    }

    private static List<TextTable.Cell> row(String id, @Nullable Sample sample) {
        if (sample == null) {
            TextTable.Cell none = plain(Figures.NONE);
            return List.of(plain(id), none, none, none, none, none, none, none, none, none);
        }
        return row(
                id,
                sample.writes(),
                sample.reads(),
                sample.failed(),
                sample.fsyncs(),
                sample.fsyncMicros());
    }

    private static List<TextTable.Cell> row(
            String id, Pace writes, Pace reads, double failed, double fsyncs, double fsyncMicros) {
        String failures = Figures.count(failed);
        return List.of(
                plain(id),
                plain(Figures.count(writes.perSecond())),
                plain(Figures.micros(writes.halfMicros())),
                plain(Figures.micros(writes.mostMicros())),
                plain(Figures.count(reads.perSecond())),
                plain(Figures.micros(reads.halfMicros())),
                plain(Figures.micros(reads.mostMicros())),
                new TextTable.Cell(failures, failures.equals("0") ? Tone.PLAIN : Tone.WARN),
                plain(Figures.count(fsyncs)),
                plain(Figures.micros(fsyncMicros)));
    }

    private static TextTable.Cell lag(@Nullable NodeStatus status) {
        return status == null
                ? plain(Figures.NONE)
                : new TextTable.Cell(
                        Figures.count(status.lag()), status.lag() > 0 ? Tone.WARN : Tone.PLAIN);
    }

    private static TextTable.Cell free(@Nullable NodeStatus status) {
        if (status == null) {
            return plain(Figures.NONE);
        }
        boolean isEnough = status.room().isEmpty() || status.room().equals(NodeStatus.ENOUGH);
        return new TextTable.Cell(
                Figures.bytes(status.usableBytes()), isEnough ? Tone.PLAIN : Tone.BAD);
    }

    private static String listed(NodeRow node, Function<ListedNode, String> figure) {
        ListedNode listed = node.listed();
        return listed == null ? Figures.NONE : figure.apply(listed);
    }

    private static String sampled(NodeRow node, Function<Sample, String> figure) {
        Sample sample = node.sample();
        return sample == null ? Figures.NONE : figure.apply(sample);
    }
}

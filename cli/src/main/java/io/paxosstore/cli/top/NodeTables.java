package io.paxosstore.cli.top;

import static io.paxosstore.cli.top.TextTable.Cell.of;
import static io.paxosstore.cli.top.TextTable.Column.number;
import static io.paxosstore.cli.top.TextTable.Column.text;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/** Tables with a row for each node. */
final class NodeTables {
    private NodeTables() {}

    /** How the nodes are. */
    static TextTable standings(Picture picture) {
        TextTable table =
                new TextTable(
                        number("NODE", 0),
                        text("STANDING", 0),
                        text("ROLE", 2),
                        number("VOTES", 4),
                        number("FIRST", 9),
                        number("COMING", 11),
                        number("LAG", 1),
                        number("RECOV/S", 7),
                        number("FREE", 3),
                        number("DATA", 8),
                        number("HEAP", 6),
                        number("CPU", 5),
                        number("UP", 10),
                        text("CLIENTS", 12));
        for (NodeRow node : picture.nodes()) {
            table.add(
                    List.of(
                            of(Integer.toString(node.place().id())),
                            new TextTable.Cell(node.standing(), node.tone()),
                            of(listed(node, ListedNode::membership)),
                            of(listed(node, each -> Figures.count(each.votes()))),
                            of(listed(node, each -> Figures.count(each.preferred()))),
                            of(listed(node, each -> Figures.count(each.coming()))),
                            lag(node.status()),
                            of(sampled(node, each -> Figures.count(each.recovered()))),
                            free(node.status()),
                            of(sampled(node, each -> Figures.bytes(each.dataBytes()))),
                            of(sampled(node, each -> Figures.bytes(each.gauge("heap.bytes")))),
                            of(
                                    sampled(
                                            node,
                                            each ->
                                                    Figures.percent(
                                                            each.gauge("process.cpu.usage")))),
                            of(node.upMillis() <= 0 ? Figures.NONE : Figures.span(node.upMillis())),
                            of(node.place().clientAddress())));
        }
        return table;
    }

    /** What the nodes do. */
    static TextTable loads(Picture picture) {
        TextTable table =
                new TextTable(
                        number("NODE", 0),
                        number("WRITES/S", 0),
                        number("P50", 4),
                        number("P99", 1),
                        number("READS/S", 0),
                        number("P50", 5),
                        number("P99", 2),
                        number("FAILED/S", 3),
                        number("FSYNCS/S", 7),
                        number("FSYNC", 6));
        if (picture.nodes().size() > 1) {
            table.add(all(picture.nodes().stream().map(NodeRow::sample).toList()));
        }
        for (NodeRow node : picture.nodes()) {
            table.add(row(Integer.toString(node.place().id()), node.sample()));
        }
        return table;
    }

    /** Sums, and the times of the slowest. */
    private static List<TextTable.Cell> all(List<@Nullable Sample> samples) {
        Pace writes = Pace.NONE;
        Pace reads = Pace.NONE;
        double failed = 0;
        double fsyncs = 0;
        double slowest = 0;
        for (Sample sample : samples) {
            if (sample != null) {
                writes = writes.with(sample.writes());
                reads = reads.with(sample.reads());
                failed += sample.failed();
                fsyncs += sample.fsyncs();
                slowest = Math.max(slowest, sample.fsyncMicros());
            }
        }
        return row("all", writes, reads, failed, fsyncs, slowest);
    }

    private static List<TextTable.Cell> row(String id, @Nullable Sample sample) {
        if (sample == null) {
            TextTable.Cell none = of(Figures.NONE);
            return List.of(of(id), none, none, none, none, none, none, none, none, none);
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
                of(id),
                of(Figures.count(writes.perSecond())),
                of(Figures.micros(writes.halfMicros())),
                of(Figures.micros(writes.mostMicros())),
                of(Figures.count(reads.perSecond())),
                of(Figures.micros(reads.halfMicros())),
                of(Figures.micros(reads.mostMicros())),
                new TextTable.Cell(failures, failures.equals("0") ? Tone.PLAIN : Tone.WARN),
                of(Figures.count(fsyncs)),
                of(Figures.micros(fsyncMicros)));
    }

    private static TextTable.Cell lag(@Nullable NodeStatus status) {
        return status == null
                ? of(Figures.NONE)
                : new TextTable.Cell(
                        Figures.count(status.lag()), status.lag() > 0 ? Tone.WARN : Tone.PLAIN);
    }

    private static TextTable.Cell free(@Nullable NodeStatus status) {
        if (status == null) {
            return of(Figures.NONE);
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

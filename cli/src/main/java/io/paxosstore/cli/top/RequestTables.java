package io.paxosstore.cli.top;

import static io.paxosstore.cli.top.TextTable.Cell.plain;
import static io.paxosstore.cli.top.TextTable.Column.number;
import static io.paxosstore.cli.top.TextTable.Column.text;
import static io.paxosstore.cli.top.TextTable.Column.time;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Tables of what is asked for. */
final class RequestTables {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private RequestTables() {}

    /** Requests by what they do to which model. */
    static TextTable models(Picture picture) {
        TextTable table =
                new TextTable(
                        List.of(
                                text("REQUESTS", 0),
                                text("MODEL", 0),
                                number("EACH SECOND", 0),
                                time("P50", 1),
                                time("P99", 0)));
        for (ModelRow row : picture.models()) {
            table.add(
                    List.of(
                            plain(row.operation()),
                            plain(row.model()),
                            plain(Figures.count(row.pace().perSecond())),
                            plain(Figures.micros(row.pace().halfMicros())),
                            plain(Figures.micros(row.pace().mostMicros()))));
        }
        return table;
    }

    /** What is asked for most. */
    static TextTable hottest(Picture picture) {
        TextTable table =
                new TextTable(
                        List.of(
                                number("EACH SECOND", 0),
                                number("NODE", 1),
                                text("HOTTEST ENTITIES AND KEYS", 0)));
        for (Picture.Hottest each : picture.hot()) {
            table.add(
                    List.of(
                            plain(Figures.count(each.hot().perSecond())),
                            plain(Integer.toString(each.node())),
                            plain(each.hot().name())));
        }
        return table;
    }

    /** What took longest. */
    static TextTable slowest(Picture picture, View view) {
        TextTable table =
                new TextTable(
                        List.of(
                                time("TOOK", 0),
                                text("ENDED", 2),
                                number("NODE", 1),
                                text("WHAT", 3),
                                text("OUTCOME", 4),
                                text("SLOWEST REQUESTS OF TWO MINUTES", 0)));
        for (Picture.Slowest each : picture.slow()) {
            Standouts.Slow slow = each.slow();
            table.add(
                    List.of(
                            plain(Figures.micros(slow.micros())),
                            plain(
                                    CLOCK.format(
                                            Instant.ofEpochMilli(slow.millis())
                                                    .atZone(view.zone()))),
                            plain(Integer.toString(each.node())),
                            plain(slow.what()),
                            slow.isDone()
                                    ? plain("done")
                                    : new TextTable.Cell("not done", Tone.WARN),
                            plain(slow.name())));
        }
        return table;
    }
}

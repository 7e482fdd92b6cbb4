package io.paxosstore.cli;

import io.paxosstore.client.Codec;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RangeEvent;
import io.paxosstore.client.RangeWatch;
import io.paxosstore.protocol.model.SpaceKind;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The shell's command that watches a range: shows one event after the other. */
final class RangeWatching {
    private static final String COUNT = "count";

    private RangeWatching() {}

    /**
     * Watches until so many events were shown, the watch ends by itself or the thread is
     * interrupted.
     *
     * @param words {@code [PREFIX] [count N]}
     * @param show takes each event
     */
    static ShellAnswer run(
            PaxosStore store,
            SpaceKind kind,
            String space,
            List<String> words,
            Consumer<ShellAnswer> show) {
        boolean hasCount = words.size() >= 2 && isCount(words.get(words.size() - 2));
        int others = words.size() - (hasCount ? 2 : 0);
        if (others > 1) {
            throw new IllegalArgumentException("Usage: " + ShellCommand.WATCH_RANGE.usage());
        }
        long count =
                hasCount
                        ? EntityWatching.number(COUNT, words.get(words.size() - 1))
                        : Long.MAX_VALUE;
        byte[] prefix = (others == 0 ? "" : words.get(0)).getBytes(StandardCharsets.UTF_8);
        try (RangeWatch<byte[]> watch =
                kind == SpaceKind.KEY_VALUE
                        ? store.keyValue(space, Codec.bytes(), Codec.bytes()).watchRange(prefix)
                        : store.entitySpace(space, Codec.bytes()).watchRange(prefix)) {
            return run(watch, count, show);
        }
    }

    private static ShellAnswer run(
            RangeWatch<byte[]> watch, long count, Consumer<ShellAnswer> show) {
        long shown = 0;
        try {
            while (shown < count) {
                Optional<RangeEvent<byte[]>> event = watch.next(EntityWatching.WAIT);
                if (event.isPresent()) {
                    if (event.get() instanceof RangeEvent.Closed<byte[]> closed) {
                        return ShellAnswer.failed(closed.message()).with("error", closed.message());
                    }
                    show.accept(answer(event.get()));
                    shown++;
                }
            }
        } catch (NotDoneException e) {
            if (e.reason() != NotDoneException.Reason.INTERRUPTED) {
                throw e;
            }
        }
        return ShellAnswer.ok("(events: " + shown + ")").with("events", shown);
    }

    private static boolean isCount(String word) {
        return word.toLowerCase(Locale.ROOT).equals(COUNT);
    }

    private static ShellAnswer answer(RangeEvent<byte[]> event) {
        return switch (event) {
            case RangeEvent.Resync<byte[]> _ ->
                    ShellAnswer.ok("all changes from here on; what is there: scan")
                            .with("event", "resync");
            case RangeEvent.Changed<byte[]> changed -> changed(changed);
            case RangeEvent.Closed<byte[]> closed ->
                    throw new IllegalStateException("an end is no event to show: " + closed);
        };
    }

    private static ShellAnswer changed(RangeEvent.Changed<byte[]> changed) {
        String key = Printable.text(changed.key());
        Map<String, Object> objects = EntityWatching.objects(changed.objects());
        String text = EntityWatching.text(objects, changed.complete());
        return ShellAnswer.ok(
                        Printable.plain(key)
                                + " version "
                                + changed.version()
                                + (text.isEmpty() ? "" : ": " + text))
                .with("event", "changed")
                .with("key", key)
                .with("version", changed.version())
                .with("complete", changed.complete())
                .with("objects", objects);
    }
}

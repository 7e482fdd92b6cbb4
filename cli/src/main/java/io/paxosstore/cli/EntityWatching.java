package io.paxosstore.cli;

import io.paxosstore.client.Entity;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.Watch;
import io.paxosstore.client.WatchEvent;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The shell's command that watches an entity: shows one event after the other. */
final class EntityWatching {
    /** Nothing hangs on it: after each the next one is waited for. */
    static final Duration WAIT = Duration.ofMinutes(1);

    private static final String FROM = "from";
    private static final String COUNT = "count";
    private static final List<String> WORDS = List.of(FROM, COUNT);

    private EntityWatching() {}

    /**
     * Watches until so many events were shown, the watch ends by itself or the thread is
     * interrupted.
     *
     * @param words {@code from VERSION} and {@code count N}, each or none
     * @param show takes each event
     */
    static ShellAnswer run(Entity entity, List<String> words, Consumer<ShellAnswer> show) {
        check(words);
        long from = number(words, FROM, 0);
        long count = number(words, COUNT, Long.MAX_VALUE);
        long shown = 0;
        try (Watch watch = from == 0 ? entity.watch() : entity.watch(from)) {
            while (shown < count) {
                Optional<WatchEvent> event = watch.next(WAIT);
                if (event.isPresent()) {
                    if (event.get() instanceof WatchEvent.Closed closed) {
                        return ShellAnswer.failed(closed.message()).with("error", closed.message());
                    }
                    show.accept(answer(event.get()));
                    shown++;
                }
            }
            return end(shown, watch);
        } catch (NotDoneException e) {
            if (e.reason() != NotDoneException.Reason.INTERRUPTED) {
                throw e;
            }
            return ShellAnswer.ok("(events: " + shown + ")").with("events", shown);
        }
    }

    private static ShellAnswer end(long shown, Watch watch) {
        return ShellAnswer.ok("(events: " + shown + ", next from " + watch.nextVersion() + ")")
                .with("events", shown)
                .with("next", watch.nextVersion());
    }

    /** The number behind one of the words, in capitals or not. */
    private static long number(List<String> words, String name, long absent) {
        for (int i = 0; i < words.size(); i += 2) {
            if (words.get(i).equalsIgnoreCase(name)) {
                return number(name, words.get(i + 1));
            }
        }
        return absent;
    }

    private static void check(List<String> words) {
        Set<String> known = new HashSet<>(WORDS);
        for (int i = 0; i < words.size(); i += 2) {
            if (i + 1 == words.size() || !known.remove(words.get(i).toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("Usage: " + ShellCommand.WATCH.usage());
            }
        }
    }

    /** The number from 1 on behind a word. */
    static long number(String name, String word) {
        try {
            long number = Long.parseLong(word);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + word + "' is not a whole number.", e);
        }
        throw new IllegalArgumentException(
                "'" + name + "' needs a number from 1 on, not " + word + ".");
    }

    private static ShellAnswer answer(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Changed changed -> changed(changed);
            case WatchEvent.Compacted compacted ->
                    ShellAnswer.ok(
                                    "versions "
                                            + compacted.fromVersion()
                                            + " to "
                                            + compacted.version()
                                            + ": dropped by the servers; anything may have changed")
                            .with("event", "compacted")
                            .with("fromVersion", compacted.fromVersion())
                            .with("version", compacted.version());
            case WatchEvent.Closed closed ->
                    throw new IllegalStateException("an end is no event to show: " + closed);
        };
    }

    private static ShellAnswer changed(WatchEvent.Changed changed) {
        Map<String, Object> objects = objects(changed.objects());
        return ShellAnswer.ok(
                        "version " + changed.version() + ": " + text(objects, changed.complete()))
                .with("event", "changed")
                .with("version", changed.version())
                .with("complete", changed.complete())
                .with("objects", objects);
    }

    /** What was done to each object, by its name. */
    static Map<String, Object> objects(List<ObjectChange> changes) {
        Map<String, Object> objects = new LinkedHashMap<>();
        for (ObjectChange object : changes) {
            ObjectType type = object.type();
            String what = object.kind().word() + (type == null ? "" : " " + type.word());
            objects.put(object.name(), what);
        }
        return objects;
    }

    /** The same on one line. */
    static String text(Map<String, Object> objects, boolean isComplete) {
        return objects.entrySet().stream()
                        .map(object -> Printable.plain(object.getKey() + " " + object.getValue()))
                        .collect(Collectors.joining(", "))
                + (isComplete ? "" : ", and more");
    }
}

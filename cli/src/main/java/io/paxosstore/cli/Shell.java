package io.paxosstore.cli;

import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyResult;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NodeState;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.client.Versioned;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Executes the shell's commands, one line at a time. Not thread-safe. */
final class Shell {
    private static final String NOT_FOUND = EntitySteps.NOT_FOUND;

    /** Drops a space without asking. */
    static final String YES = "--yes";

    private final PaxosStore store;
    private final Map<String, KeyValue<String, byte[]>> spaces = new LinkedHashMap<>();
    private final EntityShell entities;
    private final ShellScans scans;
    private @Nullable Predicate<String> confirmation;
    private Function<List<String>, ShellAnswer> top = TopCommand::printed;
    private String current = "";

    Shell(PaxosStore store) {
        this.store = store;
        this.entities = new EntityShell(store);
        this.scans = new ShellScans(store);
    }

    /** Says who shows what a command answers before its end. */
    void onEvent(Consumer<ShellAnswer> show) {
        entities.onEvent(show);
        scans.onEvent(show);
    }

    /** Says where it is shown how far a command is that takes long; else it is not. */
    void onProgress(Supplier<ProgressLine> lines) {
        scans.onProgress(lines);
    }

    /** Says what {@code top} does with the addresses of the nodes; else it shows them once. */
    void onTop(Function<List<String>, ShellAnswer> follow) {
        top = follow;
    }

    /** Says who is asked whether a space is to be dropped; else only {@code --yes} drops it. */
    void onDrop(Predicate<String> ask) {
        confirmation = ask;
    }

    /** What is in use; empty for nothing. */
    String prompt() {
        return (entities.current().isEmpty() ? current : entities.current()) + entities.mode();
    }

    /** The entity that commands leave out; empty for none. */
    String entityInUse() {
        return entities.current();
    }

    /** The space that commands leave out; empty for none. */
    String spaceInUse() {
        return current;
    }

    /**
     * Says that somebody sees each answer before the next line is written. Else a MultiOp of which
     * a line was refused is not executed.
     */
    void watched() {
        entities.watched();
    }

    /** A line could not even be read. */
    void unreadable() {
        entities.refused(false);
    }

    /** What is to be said when there are no more lines; null if all that was begun is done. */
    @Nullable ShellAnswer end() {
        return entities.unfinished();
    }

    /** Executes a line; an empty one does nothing. */
    ShellAnswer execute(String line) {
        ShellAnswer answer = answer(line);
        if (answer.fields().containsKey("error")) {
            String first = line.strip().split("\\s", 2)[0];
            entities.refused(ShellCommand.of(first) == ShellCommand.MULTI_OP);
        }
        return answer;
    }

    private ShellAnswer answer(String line) {
        try {
            SqlLine sql = SqlLine.of(line, entities.current());
            if (sql != null) {
                return entities.execute(sql);
            }
            List<String> words = Words.of(line);
            if (words.isEmpty()) {
                return ShellAnswer.ok("");
            }
            ShellCommand command = command(words.getFirst());
            List<String> rest = words.subList(1, words.size());
            String inUse =
                    command.scope() == ShellCommand.Scope.ENTITY ? entities.current() : current;
            return execute(command, Arguments.of(command, rest, inUse));
        } catch (IllegalArgumentException e) {
            return ShellAnswer.usage(String.valueOf(e.getMessage()));
        } catch (PaxosStoreException e) {
            String sentence = String.valueOf(e.getMessage());
            return ShellAnswer.failed(sentence).with("error", sentence);
        } catch (RuntimeException e) {
            // A mistake of the shell's own: it ends the command, not what comes after it.
            String sentence = "This command failed in a way that it should not: " + e + ".";
            return ShellAnswer.failed(sentence).with("error", sentence);
        }
    }

    private static ShellCommand command(String word) {
        ShellCommand command = ShellCommand.of(word);
        if (command == null) {
            throw new IllegalArgumentException(
                    "There is no command '"
                            + word.toLowerCase(Locale.ROOT)
                            + "'; "
                            + Similar.question(word, ShellCommand.words())
                            + "'help' lists them.");
        }
        return command;
    }

    private ShellAnswer execute(ShellCommand command, Arguments arguments) {
        return switch (command) {
            case PUT -> {
                long version = open(arguments).put(arguments.word(0), bytes(arguments.word(1)));
                yield ShellAnswer.ok("OK (version " + version + ")")
                        .with("status", "OK")
                        .with("version", version);
            }
            case PUT_IF_ABSENT ->
                    EntitySteps.written(
                            open(arguments)
                                    .putIfAbsent(arguments.word(0), bytes(arguments.word(1))));
            case GET -> get(arguments);
            case GET_VERSIONED -> getVersioned(arguments);
            case GET_ALL -> getAll(arguments);
            case EXISTS -> {
                boolean exists = open(arguments).exists(arguments.word(0));
                yield (exists ? ShellAnswer.ok("yes") : ShellAnswer.failed("no"))
                        .with("result", exists);
            }
            case DELETE -> EntitySteps.written(open(arguments).delete(arguments.word(0)));
            case DELETE_IF_VERSION ->
                    EntitySteps.written(
                            open(arguments)
                                    .deleteIfVersion(
                                            arguments.word(0), arguments.number(1, "version")));
            case COMPARE_AND_SET ->
                    EntitySteps.written(
                            open(arguments)
                                    .compareAndSet(
                                            arguments.word(0),
                                            bytes(arguments.word(1)),
                                            bytes(arguments.word(2))));
            case COMPARE_VERSION_AND_SET ->
                    EntitySteps.written(
                            open(arguments)
                                    .compareVersionAndSet(
                                            arguments.word(0),
                                            arguments.number(1, "version"),
                                            bytes(arguments.word(2))));
            case INCREMENT -> {
                long delta = arguments.words().size() > 1 ? arguments.number(1, "delta") : 1;
                long number = open(arguments).increment(arguments.word(0), delta);
                yield ShellAnswer.ok(Long.toString(number)).with("number", number);
            }
            case SCAN -> scans.scan(arguments);
            case COUNT -> scans.count(arguments);
            case WATCH_RANGE -> scans.watch(arguments);
            case LIST_SPACES -> listSpaces();
            case CREATE_SPACE -> create(arguments, store::createSpace, "created");
            case CREATE_SPACE_IF_ABSENT -> create(arguments, store::createSpaceIfAbsent, "there");
            case DROP_SPACE -> drop(arguments);
            case USE -> use(arguments.words());
            case LIST,
                    QUEUE,
                    SET,
                    SORTED_SET,
                    MAP,
                    VALUE,
                    TABLE,
                    SQL,
                    OBJECT,
                    OBJECTS,
                    WATCH,
                    MULTI_OP,
                    WHEN,
                    OTHERWISE,
                    EXECUTE,
                    DISCARD ->
                    entities.execute(command, arguments);
            case STATUS -> ClusterStatus.ask(nodes()).answer();
            case TOP -> top.apply(nodes());
            case HELP ->
                    ShellAnswer.ok(arguments.words().isEmpty() ? help() : help(arguments.word(0)));
            case EXIT -> new ShellAnswer(ShellAnswer.Kind.EXIT, "", false, new LinkedHashMap<>());
        };
    }

    private List<String> nodes() {
        return store.nodes().stream().map(NodeState::address).toList();
    }

    private ShellAnswer drop(Arguments arguments) {
        String space = arguments.word(0);
        boolean sure = arguments.words().size() > 1 && arguments.word(1).equals(YES);
        if (arguments.words().size() > 1 && !sure) {
            throw new IllegalArgumentException("Usage: " + ShellCommand.DROP_SPACE.usage());
        }
        Predicate<String> ask = confirmation;
        if (!sure) {
            if (ask == null) {
                return ShellAnswer.usage(
                        "'dropSpace' deletes all data of the space '"
                                + space
                                + "': add "
                                + YES
                                + " where nobody can be asked.");
            }
            if (!ask.test(space)) {
                return ShellAnswer.failed("Space '" + space + "' is kept.").with("space", space);
            }
        }
        store.dropSpace(space);
        spaces.remove(space);
        entities.dropped(space);
        return ShellAnswer.ok("Space '" + space + "' is dropped.").with("space", space);
    }

    private KeyValue<String, byte[]> open(Arguments arguments) {
        KeyValue<String, byte[]> space = spaces.get(arguments.space());
        if (space == null) {
            space = store.keyValue(arguments.space(), Codec.utf8(), Codec.bytes());
            spaces.put(arguments.space(), space);
        }
        return arguments.ttl() == null
                ? space
                : space.with(CallOptions.DEFAULT.ttl(arguments.ttl()));
    }

    private ShellAnswer get(Arguments arguments) {
        Optional<byte[]> value = open(arguments).get(arguments.word(0));
        return value.isEmpty()
                ? notFound()
                : ShellAnswer.stored(text(value.get()))
                        .with("found", true)
                        .with("value", text(value.get()));
    }

    private ShellAnswer getVersioned(Arguments arguments) {
        Optional<Versioned<byte[]>> found = open(arguments).getVersioned(arguments.word(0));
        if (found.isEmpty()) {
            return notFound();
        }
        Versioned<byte[]> versioned = found.get();
        String expiry = versioned.expiresAt().map(instant -> ", expires " + instant).orElse("");
        return ShellAnswer.stored(
                        text(versioned.value())
                                + "  (version "
                                + versioned.version()
                                + expiry
                                + ")")
                .with("found", true)
                .with("value", text(versioned.value()))
                .with("version", versioned.version())
                .with("expiresAtMillis", versioned.expiresAtMillis());
    }

    private static ShellAnswer notFound() {
        return ShellAnswer.failed(NOT_FOUND).with("found", false);
    }

    private ShellAnswer getAll(Arguments arguments) {
        Map<String, KeyResult<Optional<byte[]>>> results =
                open(arguments).getAll(arguments.words());
        List<String> lines = new ArrayList<>();
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, Object> errors = new LinkedHashMap<>();
        results.forEach((key, result) -> {
            try {
                Optional<byte[]> value = result.orThrow();
                lines.add(key + " = " + value.map(Shell::text).orElse(NOT_FOUND));
                value.ifPresent(present -> values.put(key, text(present)));
            } catch (PaxosStoreException e) {
                lines.add(key + ": " + e.getMessage());
                errors.put(key, String.valueOf(e.getMessage()));
            }
        });
        String text = EntitySteps.text(lines, "");
        ShellAnswer answer = errors.isEmpty() ? ShellAnswer.ok(text) : ShellAnswer.failed(text);
        answer.with("values", values);
        return errors.isEmpty() ? answer : answer.with("errors", errors);
    }

    private static ShellAnswer create(
            Arguments arguments, BiFunction<String, SpaceKind, SpaceInfo> method, String done) {
        String word = arguments.words().size() > 1 ? arguments.word(1) : "kv";
        SpaceKind kind =
                switch (word.toLowerCase(Locale.ROOT)) {
                    case "kv" -> SpaceKind.KEY_VALUE;
                    case "entity" -> SpaceKind.ENTITY;
                    default ->
                            throw new IllegalArgumentException(
                                    "'" + word + "' is no kind of space; use kv or entity.");
                };
        SpaceInfo space = method.apply(arguments.word(0), kind);
        return ShellAnswer.ok("Space '" + space.name() + "' is " + done + ".")
                .with("space", space.name())
                .with("id", space.id())
                .with("kind", kind.word());
    }

    private ShellAnswer listSpaces() {
        List<String> lines = new ArrayList<>();
        Map<String, Object> kinds = new LinkedHashMap<>();
        for (SpaceInfo space : store.listSpaces()) {
            lines.add(String.format("%-24s %s", space.name(), space.kind().word()));
            kinds.put(space.name(), space.kind().word());
        }
        return ShellAnswer.ok(EntitySteps.text(lines, "(no spaces; 'createSpace NAME' makes one)"))
                .with("spaces", kinds);
    }

    private ShellAnswer use(List<String> words) {
        if (words.size() < 2) {
            return useSpace(words.isEmpty() ? "" : words.getFirst());
        } else if (!words.getFirst().equalsIgnoreCase("entity")) {
            throw new IllegalArgumentException("Usage: " + ShellCommand.USE.usage());
        }
        entities.use(words.get(1));
        current = "";
        return ShellAnswer.ok("Using entity '" + words.get(1) + "'.").with("entity", words.get(1));
    }

    private ShellAnswer useSpace(String space) {
        if (!space.isEmpty()) {
            var _ = open(new Arguments(space, List.of(), null));
        }
        current = space;
        entities.use("");
        return ShellAnswer.ok(space.isEmpty() ? "No space is in use." : "Using '" + space + "'.")
                .with("space", space);
    }

    static String help() {
        return Arrays.stream(ShellCommand.values())
                .map(command -> String.format("  %-56s %s", command.usage(), command.help()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** What there is to say of one command. */
    private static String help(String word) {
        ShellCommand command = command(word);
        String more =
                switch (command) {
                    case WHEN -> ShellGuards.HELP;
                    case SQL -> SqlLine.HELP;
                    default -> EntityVerb.help(command.word());
                };
        String line = "  " + command.usage() + "  " + command.help();
        return more.isEmpty() ? line : line + System.lineSeparator() + more;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return Printable.text(bytes);
    }
}

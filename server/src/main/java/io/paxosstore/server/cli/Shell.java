package io.paxosstore.server.cli;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyResult;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NodeState;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.client.Versioned;
import io.paxosstore.client.WriteResult;
import io.paxosstore.client.wire.SpaceInfo;
import io.paxosstore.client.wire.WriteStatus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Executes the shell's commands, one line at a time. Not thread-safe. */
final class Shell {
    private static final String NOT_FOUND = "(not found)";

    private final PaxosStore store;
    private final Map<String, KeyValue<String, byte[]>> spaces = new LinkedHashMap<>();
    private String current = "";

    Shell(PaxosStore store) {
        this.store = store;
    }

    /** The space in use; empty for none. */
    String current() {
        return current;
    }

    /** Executes a line; an empty one does nothing. */
    ShellAnswer execute(String line) {
        try {
            List<String> words = Words.of(line);
            if (words.isEmpty()) {
                return ShellAnswer.ok("");
            }
            String name = words.getFirst().toLowerCase(Locale.ROOT);
            for (ShellCommand command : ShellCommand.values()) {
                if (command.word().equals(name)) {
                    List<String> rest = words.subList(1, words.size());
                    return execute(command, Arguments.of(command, rest, current));
                }
            }
            return ShellAnswer.usage("There is no command '" + name + "'; 'help' lists them.");
        } catch (IllegalArgumentException e) {
            return ShellAnswer.usage(String.valueOf(e.getMessage()));
        } catch (PaxosStoreException e) {
            String sentence = String.valueOf(e.getMessage());
            return ShellAnswer.failed(sentence).with("error", sentence);
        }
    }

    private ShellAnswer execute(ShellCommand command, Arguments arguments) {
        return switch (command) {
            case PUT -> {
                long version = open(arguments).put(arguments.word(0), bytes(arguments.word(1)));
                yield ShellAnswer.ok("OK (version " + version + ")")
                        .with("status", "OK")
                        .with("version", version);
            }
            case PUTNX ->
                    written(
                            open(arguments)
                                    .putIfAbsent(arguments.word(0), bytes(arguments.word(1))));
            case GET -> get(arguments);
            case GETV -> getVersioned(arguments);
            case MGET -> getAll(arguments);
            case DEL -> written(open(arguments).delete(arguments.word(0)));
            case CAS ->
                    written(
                            open(arguments)
                                    .compareAndSet(
                                            arguments.word(0),
                                            bytes(arguments.word(1)),
                                            bytes(arguments.word(2))));
            case CASV ->
                    written(
                            open(arguments)
                                    .compareVersionAndSet(
                                            arguments.word(0),
                                            arguments.number(1, "version"),
                                            bytes(arguments.word(2))));
            case INCR -> {
                long delta = arguments.words().size() > 1 ? arguments.number(1, "delta") : 1;
                long number = open(arguments).increment(arguments.word(0), delta);
                yield ShellAnswer.ok(Long.toString(number)).with("number", number);
            }
            case SPACES -> listSpaces();
            case CREATE -> {
                SpaceInfo space = store.createSpace(arguments.word(0));
                yield ShellAnswer.ok("Space '" + space.name() + "' is created.")
                        .with("space", space.name())
                        .with("id", space.id());
            }
            case DROP -> {
                store.dropSpace(arguments.word(0));
                spaces.remove(arguments.word(0));
                yield ShellAnswer.ok("Space '" + arguments.word(0) + "' is dropped.")
                        .with("space", arguments.word(0));
            }
            case USE -> use(arguments.words().isEmpty() ? "" : arguments.word(0));
            case STATUS -> status();
            case HELP -> ShellAnswer.ok(help());
            case EXIT -> new ShellAnswer(ShellAnswer.Kind.EXIT, "", new LinkedHashMap<>());
        };
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
                : ShellAnswer.ok(text(value.get()))
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
        return ShellAnswer.ok(
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
        String text = String.join(System.lineSeparator(), lines);
        ShellAnswer answer = errors.isEmpty() ? ShellAnswer.ok(text) : ShellAnswer.failed(text);
        answer.with("values", values);
        return errors.isEmpty() ? answer : answer.with("errors", errors);
    }

    private static ShellAnswer written(WriteResult result) {
        String status = result.status().name();
        String text =
                result.status() == WriteStatus.NOT_FOUND
                        ? NOT_FOUND
                        : status + " (version " + result.version() + ")";
        ShellAnswer answer = result.isApplied() ? ShellAnswer.ok(text) : ShellAnswer.failed(text);
        return answer.with("status", status).with("version", result.version());
    }

    private ShellAnswer listSpaces() {
        List<String> names = store.listSpaces().stream().map(SpaceInfo::name).toList();
        return ShellAnswer.ok(
                        names.isEmpty()
                                ? "(no spaces; 'create NAME' makes one)"
                                : String.join(System.lineSeparator(), names))
                .with("spaces", names);
    }

    private ShellAnswer use(String space) {
        if (!space.isEmpty()) {
            var _ = open(new Arguments(space, List.of(), null));
        }
        current = space;
        return ShellAnswer.ok(space.isEmpty() ? "No space is in use." : "Using '" + space + "'.")
                .with("space", space);
    }

    private ShellAnswer status() {
        List<Object> nodes = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        boolean connected = false;
        for (NodeState node : store.nodes()) {
            connected |= node.status() == NodeState.Status.CONNECTED;
            lines.add(
                    String.format(
                                    Locale.ROOT,
                                    "node %d  %-24s %s %s",
                                    node.nodeId(),
                                    node.address(),
                                    node.status().name().toLowerCase(Locale.ROOT),
                                    node.detail())
                            .strip());
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", node.nodeId());
            fields.put("address", node.address());
            fields.put("status", node.status().name());
            fields.put("detail", node.detail());
            nodes.add(fields);
        }
        String text = String.join(System.lineSeparator(), lines);
        return (connected ? ShellAnswer.ok(text) : ShellAnswer.failed(text)).with("nodes", nodes);
    }

    static String help() {
        return Arrays.stream(ShellCommand.values())
                .map(command -> String.format("  %-40s %s", command.usage(), command.help()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

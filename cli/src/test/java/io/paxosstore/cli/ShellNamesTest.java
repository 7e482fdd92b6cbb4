package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityObject;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntitySortedSet;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.MultiOpBuilder;
import io.paxosstore.client.PaxosStore;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Commands and verbs have the names of the client's methods, and docs/client.md names them all. */
final class ShellNamesTest {
    private static final Path GUIDE = Path.of("..", "docs", "client.md");

    /** A handle, and its methods that are no verbs: of several things, of SQL, of Java alone. */
    private record Handle(Class<?> type, List<String> javaOnly) {
        Handle(Class<?> type, String... javaOnly) {
            this(type, List.of(javaOnly));
        }
    }

    private static final Map<ShellCommand, Handle> HANDLES =
            Map.of(
                    ShellCommand.LIST,
                    new Handle(EntityList.class, "appendAll", "prependAll"),
                    ShellCommand.QUEUE,
                    new Handle(EntityQueue.class, "enqueueAll"),
                    ShellCommand.SET,
                    new Handle(EntitySet.class, "addAll", "removeAll"),
                    ShellCommand.SORTED_SET,
                    new Handle(
                            EntitySortedSet.class,
                            "addAll",
                            "removeAll",
                            "removeRange",
                            "scan",
                            "scores"),
                    ShellCommand.MAP,
                    new Handle(EntityMap.class, "getAll", "putAll", "removeAll"),
                    ShellCommand.VALUE,
                    new Handle(EntityValue.class),
                    ShellCommand.TABLE,
                    new Handle(
                            EntityTable.class,
                            "addColumn",
                            "addIndex",
                            "createIfAbsent",
                            "dropIndex",
                            "getAll",
                            "insertAll",
                            "insertAllIfAbsent",
                            "insertIfAbsent",
                            "removeAll",
                            "removeWhere",
                            "renameColumn",
                            "rowTtl",
                            "update",
                            "upsertAll"),
                    ShellCommand.OBJECT,
                    new Handle(EntityObject.class, "name", "watch"));

    private static final Set<ShellCommand> SHELL_ONLY =
            Set.of(
                    ShellCommand.COUNT,
                    ShellCommand.OBJECT,
                    ShellCommand.DISCARD,
                    ShellCommand.USE,
                    ShellCommand.STATUS,
                    ShellCommand.TOP,
                    ShellCommand.HELP,
                    ShellCommand.EXIT);

    /** The methods that do something, each once: no guards, no options, no asynchronous form. */
    private static Set<String> methods(Class<?>... types) {
        return Arrays.stream(types)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method ->
                        Modifier.isPublic(method.getModifiers())
                                && !Modifier.isStatic(method.getModifiers())
                                && !method.isSynthetic())
                .map(Method::getName)
                .filter(name ->
                        !name.endsWith("Async")
                                && !name.matches("if[A-Z].*")
                                && !Set.of("with", "op").contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyCommandIsAMethod() {
        Set<String> methods =
                methods(KeyValue.class, PaxosStore.class, Entity.class, MultiOpBuilder.class);
        for (ShellCommand command : ShellCommand.values()) {
            boolean isMethod = methods.contains(command.word());
            assertEquals(!SHELL_ONLY.contains(command), isMethod, command.word());
        }
    }

    @Test
    void theVerbsOfAModelAreTheMethodsOfItsHandle() {
        HANDLES.forEach((command, handle) -> {
            Set<String> names = new TreeSet<>(EntityVerb.words(command.word()));
            names.addAll(handle.javaOnly());
            assertEquals(methods(handle.type()), names, command.word());
        });
    }

    @Test
    void aShortFormIsNoOtherName() {
        ShortVerbs.COMMANDS.forEach((word, name) -> {
            assertTrue(
                    Arrays.stream(ShellCommand.values()).noneMatch(c -> c.word().equals(word)),
                    word);
            assertSame(ShellCommand.of(name), ShellCommand.of(word));
        });
        HANDLES.forEach((command, handle) ->
                ShortVerbs.VERBS
                        .getOrDefault(command.word(), Map.of())
                        .forEach((word, name) -> {
                            Set<String> methods = methods(handle.type(), EntityObject.class);
                            assertFalse(methods.contains(word), word);
                            assertSame(EntityVerb.of(command, name), EntityVerb.of(command, word));
                        }));
    }

    @Test
    void caseDoesNotMatter() {
        assertSame(ShellCommand.PUT_IF_ABSENT, ShellCommand.of("PUTIFABSENT"));
        assertSame(ShellCommand.PUT_IF_ABSENT, ShellCommand.of("PutNX"));
        assertSame(EntityVerb.LIST_POP_FIRST, EntityVerb.of(ShellCommand.LIST, "popfirst"));
    }

    @Test
    void theGuideNamesThemAll() throws IOException {
        List<String> lines = Files.readAllLines(GUIDE);
        String guide =
                String.join("\n", lines.subList(lines.indexOf("## The shell"), lines.size()));
        for (ShellCommand command : ShellCommand.values()) {
            assertTrue(guide.contains("`" + command.word()), command.word());
        }
        ShortVerbs.COMMANDS
                .keySet()
                .forEach(word -> assertTrue(guide.contains("`" + word + "`"), word));
        HANDLES.forEach((command, handle) -> {
            String row = row(lines, handle.type());
            Set<String> words = new TreeSet<>(EntityVerb.words(command.word()));
            words.addAll(ShortVerbs.VERBS.getOrDefault(command.word(), Map.of()).keySet());
            for (String word : words) {
                assertTrue(row.contains("`" + word + "`"), row + " has no " + word);
            }
        });
    }

    private static String row(List<String> lines, Class<?> handle) {
        return lines.stream()
                .filter(line -> line.startsWith("| `" + handle.getSimpleName() + "` |"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(handle.getSimpleName() + " has no row"));
    }
}

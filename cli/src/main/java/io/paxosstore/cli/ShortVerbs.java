package io.paxosstore.cli;

import java.util.Locale;
import java.util.Map;

/**
 * The shell's commands and verbs are called what the Java client's methods are called; some have a
 * short form besides, which help and completion do not show. No short form may be the name of
 * another method.
 */
final class ShortVerbs {
    /** The names of commands by their short forms. */
    static final Map<String, String> COMMANDS =
            Map.ofEntries(
                    Map.entry("putnx", "putIfAbsent"),
                    Map.entry("getv", "getVersioned"),
                    Map.entry("mget", "getAll"),
                    Map.entry("del", "delete"),
                    Map.entry("cas", "compareAndSet"),
                    Map.entry("casv", "compareVersionAndSet"),
                    Map.entry("incr", "increment"),
                    Map.entry("multi", "multiOp"),
                    Map.entry("else", "otherwise"),
                    Map.entry("exec", "execute"),
                    Map.entry("spaces", "listSpaces"),
                    Map.entry("create", "createSpace"),
                    Map.entry("drop", "dropSpace"));

    /** The names of verbs by their short forms, for each command of a model. */
    static final Map<String, Map<String, String>> VERBS =
            Map.of(
                    "list",
                    Map.of(
                            "push", "append",
                            "len", "length",
                            "pop", "popLast",
                            "shift", "popFirst"),
                    "queue",
                    Map.of("await", "awaitNext", "ack", "acknowledge", "len", "length"),
                    "set",
                    Map.of("has", "contains", "members", "scan"),
                    "sortedSet",
                    Map.of("incr", "increment", "len", "size"),
                    "map",
                    Map.of(
                            "putnx", "putIfAbsent",
                            "cas", "compareAndSet",
                            "del", "remove",
                            "incr", "increment"),
                    "value",
                    Map.of(
                            "getv", "getVersioned",
                            "set", "put",
                            "setnx", "putIfAbsent",
                            "cas", "compareAndSet",
                            "casv", "compareVersionAndSet",
                            "incr", "increment"),
                    "table",
                    Map.of("select", "query", "len", "size"));

    private ShortVerbs() {}

    /** The name of the command that a word calls; the word itself if it is no short form. */
    static String inFull(String word) {
        return COMMANDS.getOrDefault(word.toLowerCase(Locale.ROOT), word);
    }

    /** The name of the verb that a word calls; the word itself if it is no short form. */
    static String inFull(String command, String word) {
        return VERBS.getOrDefault(command, Map.of())
                .getOrDefault(word.toLowerCase(Locale.ROOT), word);
    }
}

package io.paxosstore.server.cli;

import java.util.Locale;
import java.util.Map;

/**
 * The shell's verbs are called what the Java client's methods are called; some have a short form
 * besides.
 */
final class ShortVerbs {
    private static final Map<String, String> ANYWHERE =
            Map.ofEntries(
                    Map.entry("putnx", "putIfAbsent"),
                    Map.entry("getv", "getVersioned"),
                    Map.entry("mget", "getAll"),
                    Map.entry("cas", "compareAndSet"),
                    Map.entry("casv", "compareVersionAndSet"),
                    Map.entry("incr", "increment"),
                    Map.entry("push", "append"),
                    Map.entry("pop", "popLast"),
                    Map.entry("shift", "popFirst"),
                    Map.entry("len", "length"),
                    Map.entry("ack", "acknowledge"),
                    Map.entry("await", "awaitNext"),
                    Map.entry("has", "contains"),
                    Map.entry("members", "scan"),
                    Map.entry("setnx", "putIfAbsent"));

    private static final Map<String, String> OF_ONE =
            Map.of(
                    "del", "delete",
                    "map del", "remove",
                    "value set", "put",
                    "table delete", "remove",
                    "table len", "size");

    private ShortVerbs() {}

    /** The command that a word stands for; the word itself if it is no short form. */
    static String inFull(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return OF_ONE.getOrDefault(lower, ANYWHERE.getOrDefault(lower, word));
    }

    /** The verb of a command that a word stands for; the word itself if it is no short form. */
    static String inFull(String command, String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String ofOne = OF_ONE.get(command + " " + lower);
        return ofOne != null ? ofOne : ANYWHERE.getOrDefault(lower, word);
    }
}

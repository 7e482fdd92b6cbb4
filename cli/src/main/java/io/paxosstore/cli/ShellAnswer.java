package io.paxosstore.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a command of the shell answers.
 *
 * @param kind how it went; decides the exit code of a one-shot command
 * @param text for people
 * @param fields for programs, in order
 */
record ShellAnswer(Kind kind, String text, Map<String, Object> fields) {
    /** How a command went. */
    enum Kind {
        OK,
        /** Not found, not equal, not done. */
        FAILED,
        /** The command makes no sense. */
        USAGE,
        /** Leave the shell. */
        EXIT
    }

    static ShellAnswer ok(String text) {
        return new ShellAnswer(Kind.OK, text, new LinkedHashMap<>());
    }

    static ShellAnswer failed(String text) {
        return new ShellAnswer(Kind.FAILED, text, new LinkedHashMap<>());
    }

    static ShellAnswer usage(String text) {
        return new ShellAnswer(Kind.USAGE, text, new LinkedHashMap<>()).with("error", text);
    }

    /** Adds a field. */
    ShellAnswer with(String name, Object value) {
        fields.put(name, value);
        return this;
    }
}

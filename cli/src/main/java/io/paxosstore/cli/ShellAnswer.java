package io.paxosstore.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a command of the shell answers.
 *
 * @param kind how it went; decides the exit code of a one-shot command
 * @param text for people
 * @param isStored whether the text is what somebody has stored, as it is
 * @param fields for programs, in order
 */
record ShellAnswer(Kind kind, String text, boolean isStored, Map<String, Object> fields) {
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
        return new ShellAnswer(Kind.OK, text, false, new LinkedHashMap<>());
    }

    /** What somebody has stored, as it is: whoever pipes it somewhere gets that and no more. */
    static ShellAnswer stored(String text) {
        return new ShellAnswer(Kind.OK, text, true, new LinkedHashMap<>());
    }

    static ShellAnswer failed(String text) {
        return new ShellAnswer(Kind.FAILED, text, false, new LinkedHashMap<>());
    }

    static ShellAnswer usage(String text) {
        return new ShellAnswer(Kind.USAGE, text, false, new LinkedHashMap<>()).with("error", text);
    }

    /** The text as a terminal may have it: what is stored does nothing there but appear. */
    String shown() {
        return isStored ? Printable.plain(text) : text;
    }

    /** Adds a field. */
    ShellAnswer with(String name, Object value) {
        fields.put(name, value);
        return this;
    }
}

package io.paxosstore.cli;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows answers: as text to people, as one JSON object per line to programs.
 *
 * @param json which of both
 * @param isTerminal whether people see it at a terminal
 */
record AnswerPrinter(boolean json, boolean isTerminal) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The exit code of a command that is answered so. */
    static int exitCode(ShellAnswer answer) {
        return switch (answer.kind()) {
            case OK, EXIT -> PaxosStoreMain.EXIT_OK;
            case FAILED -> PaxosStoreMain.EXIT_FAILED;
            case USAGE -> PaxosStoreMain.EXIT_USAGE;
        };
    }

    /**
     * Shows an answer.
     *
     * @param command what is answered
     * @param err for faults, as text
     */
    void print(ShellAnswer answer, String command, PrintWriter out, PrintWriter err) {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("command", command.strip());
            fields.put("ok", exitCode(answer) == PaxosStoreMain.EXIT_OK);
            fields.putAll(answer.fields());
            out.println(JSON.writeValueAsString(fields));
        } else if (!answer.text().isEmpty()) {
            if (answer.fields().containsKey("error")) {
                // Sentences of nodes are among them.
                answer.text().lines().map(Printable::plain).forEach(err::println);
            } else {
                out.println(isTerminal ? answer.shown() : answer.text());
            }
        }
        out.flush();
        err.flush();
    }
}

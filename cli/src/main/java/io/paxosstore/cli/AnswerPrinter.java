package io.paxosstore.cli;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows answers: as text to people, as one JSON object per line to programs.
 *
 * @param json which of both
 */
record AnswerPrinter(boolean json) {
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
            boolean fault = answer.fields().containsKey("error");
            (fault ? err : out).println(answer.text());
        }
        out.flush();
        err.flush();
    }
}

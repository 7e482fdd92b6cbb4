package io.paxosstore.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node is reached, as operators write it: {@code HOST:PORT}, or {@code
 * HOST:PORT:PEER:ADMIN} where the other two ports do not follow the first one.
 */
record NodePorts(String host, int clientPort, int peerPort, int adminPort) {
    private static final Pattern FORM =
            Pattern.compile("(\\[[^\\]]+\\]|[^:]+):(\\d{1,5})(?::(\\d{1,5}):(\\d{1,5}))?");

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException with one sentence when it is none
     */
    static NodePorts of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' is no address of a node; write HOST:PORT, or"
                            + " HOST:PORT:PEER-PORT:ADMIN-PORT.");
        }
        int clientPort = Integer.parseInt(form.group(2));
        boolean isFull = form.group(3) != null;
        return new NodePorts(
                form.group(1).replaceAll("[\\[\\]]", ""),
                clientPort,
                isFull ? Integer.parseInt(form.group(3)) : clientPort + 1,
                isFull ? Integer.parseInt(form.group(4)) : clientPort + 2);
    }
}

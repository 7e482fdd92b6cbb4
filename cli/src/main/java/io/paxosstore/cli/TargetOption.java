package io.paxosstore.cli;

import picocli.CommandLine.Option;

import java.util.List;

/** Where the cluster is, of every command that talks to one. */
final class TargetOption {
    /** The client ports of a cluster of {@code dev}. */
    private static final String DEFAULT = "127.0.0.1:7400,127.0.0.1:7410,127.0.0.1:7420";

    @Option(
            names = "--target",
            paramLabel = "HOST:PORT,...",
            defaultValue = DEFAULT,
            description = "Client ports of some nodes (default: ${DEFAULT-VALUE}).")
    private String target = "";

    /** As it was given. */
    String text() {
        return target;
    }

    /** One after the other, as they were given. */
    List<String> addresses() {
        return List.of(target.split(",", -1));
    }
}

package io.paxosstore.server.config;

import java.util.List;

/** A configuration that cannot be used; carries every problem found, one sentence each. */
public final class ConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    public ConfigurationException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    /** The problems, one sentence each. */
    public List<String> problems() {
        return problems;
    }
}

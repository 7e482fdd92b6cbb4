package io.paxosstore.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import org.slf4j.LoggerFactory;

/** How much the nodes of this process write to the log, for commands that have more to say. */
public final class NodeLog {
    private NodeLog() {}

    /** Warnings and failures only. */
    public static void onlyWarnings() {
        level(Level.WARN);
    }

    /** Nothing: what simulated nodes do, a trace says in the time of the simulation. */
    public static void nothing() {
        level(Level.OFF);
    }

    private static void level(Level level) {
        if (LoggerFactory.getLogger("io.paxosstore") instanceof Logger logger) {
            logger.setLevel(level);
        }
    }
}

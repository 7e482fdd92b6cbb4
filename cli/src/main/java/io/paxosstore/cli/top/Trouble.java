package io.paxosstore.cli.top;

import java.util.List;

/**
 * Something that is wrong in a cluster.
 *
 * @param check what was checked, in a word
 * @param isSerious whether a node cannot serve because of it
 * @param says what is wrong
 * @param ageMillis how long it has been so; {@link #UNKNOWN} if nobody knows
 * @param saidBy the nodes that say it; empty if it is seen from here
 */
record Trouble(String check, boolean isSerious, String says, long ageMillis, List<Integer> saidBy) {
    static final long UNKNOWN = -1;

    /** Copies the nodes. */
    Trouble {
        saidBy = List.copyOf(saidBy);
    }

    /** What an operator does about it. */
    String remedy() {
        return switch (check) {
            case "cluster" -> "Start its nodes, or name others by --target.";
            case "silent" -> "Start that node, or see why its admin port cannot be reached.";
            case "console" -> "See whether its admin port can be reached from here.";
            case "peers" -> "Start the nodes that are down; each says in its log why it does not.";
            case "slots" ->
                    "Start the nodes that are down: what they vote for cannot be decided without"
                            + " them.";
            case "standing" ->
                    "Start the other nodes: this one asks them whether it had another store"
                            + " before.";
            case "disk" -> "Make room on that disk, or delete data: reads and deletions go on.";
            case "heap" -> "Give the server more heap (-Xmx in conf/jvm.options), or less to keep.";
            case "redundancy" ->
                    "Start what is down, or replace it: bin/paxosstore members replace.";
            case "catalog", "topology" ->
                    "Wait a moment after a start; else see whether a majority is connected.";
            default -> "Look into the log of that node.";
        };
    }
}

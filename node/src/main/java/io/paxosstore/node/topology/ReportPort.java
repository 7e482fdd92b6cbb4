package io.paxosstore.node.topology;

import java.util.function.Consumer;

/** What a driver needs of the other nodes; the answers come on its loop. */
public interface ReportPort {
    /** Whether a node can be reached; this node always. */
    boolean isUp(int node);

    /**
     * Whether a node can be reached and has its votes: its store is not being rebuilt, as far as it
     * has said.
     */
    boolean isVoting(int node);

    /**
     * The greatest incarnation of a node, or of this one, that is known: what it has said in an
     * earlier one it may have lost with its disk. What comes of a node is of this one.
     */
    int incarnation(int node);

    /**
     * Asks a node, which may be this one, where it is whole.
     *
     * @param answer told if an answer comes that names slots, maybe none; else nothing is told
     */
    void ask(int node, SlotReports.Question question, Consumer<SlotReports.Answer> answer);
}

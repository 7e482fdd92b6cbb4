package io.paxosstore.node.balance;

import java.util.function.Consumer;

/** How loads are heard of. On the topology's loop only. */
public interface LoadPort {
    /** Whether a node can be asked: it is reached, and its release knows the question. */
    boolean canTell(int node);

    /**
     * Asks a node, which may be this one.
     *
     * @param answer told if an answer comes, on the loop, perhaps at once
     */
    void ask(int node, Consumer<LoadReport.Answer> answer);
}

package io.paxosstore.cli.top;

/** What a node has answered when it was asked last. */
sealed interface Answer {
    /** All of it, by its console. */
    record Told(Portrait portrait) implements Answer {}

    /**
     * How it is, to clients; its console does not answer.
     *
     * @param why not, as in "does not answer"
     * @param isFault whether it should
     */
    record Known(NodeStatus status, String why, boolean isFault) implements Answer {}

    /**
     * Nothing.
     *
     * @param why as in "does not answer"
     */
    record Silent(String why) implements Answer {}

    /** Nothing yet: it has just been asked for the first time. */
    record Awaited() implements Answer {}
}

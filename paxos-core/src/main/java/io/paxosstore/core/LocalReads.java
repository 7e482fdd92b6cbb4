package io.paxosstore.core;

/** The LOCAL reads of one entity: they wait for its data alone (Rule R5). Not thread-safe. */
final class LocalReads {
    private final Turn turn;
    private final WaitingList<Input.Read> waiting;

    LocalReads(Turn turn) {
        this.turn = turn;
        this.waiting = new WaitingList<>(turn);
    }

    void add(Input.Read request) {
        waiting.add(request);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void expire() {
        waiting.expire();
    }

    long wakeNanos() {
        return waiting.earliestDeadlineNanos();
    }

    /** Answers all, if the data is there. */
    void answer(EntityData data) {
        if (!waiting.isEmpty() && data.isInMemory()) {
            Outcome answer = data.answer();
            waiting.take(read -> true, read -> turn.reply(read.token(), answer));
        }
    }
}

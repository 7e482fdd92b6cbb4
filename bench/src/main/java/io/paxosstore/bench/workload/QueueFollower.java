package io.paxosstore.bench.workload;

import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.Message;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.Page;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a queue from its beginning and keeps the sequence number where to go on; what it has read
 * it acknowledges now and then. Used by one thread at a time.
 */
final class QueueFollower {
    private static final Page PAGE = Page.of(20);
    private static final double ACKNOWLEDGED_CHANCE = 0.2;

    private final EntityQueue<String> queue;
    private final EntityLedger ledger;
    private final RandomSource random;
    private final List<Additions.Found> delivered = new ArrayList<>();
    private long next = 1;

    /**
     * @param queue with the deadline that each read waits for
     */
    QueueFollower(EntityQueue<String> queue, EntityLedger ledger, RandomSource random) {
        this.queue = queue;
        this.ledger = ledger;
        this.random = random;
    }

    /** Waits for messages once; none may come. */
    void follow() {
        try {
            take(queue.awaitNext(next, PAGE));
            if (random.chance(ACKNOWLEDGED_CHANCE) && next > 1) {
                queue.acknowledge(next - 1);
            }
        } catch (NotDoneException | OutcomeUnknownException e) {
            // It goes on where it was.
        }
    }

    /**
     * Takes whatever is there.
     *
     * @param patient the same queue, with the deadline that each read may take
     * @return whether there was anything
     */
    boolean drain(EntityQueue<String> patient) {
        long before = next;
        QueueSlice<String> slice = patient.read(next, PAGE);
        while (!slice.messages().isEmpty()) {
            take(slice);
            slice = patient.read(next, PAGE);
        }
        return next > before;
    }

    private void take(QueueSlice<String> slice) {
        for (Message<String> message : slice.messages()) {
            if (message.sequence() != next) {
                ledger.problem(
                        "message %d was delivered where %d was to come"
                                .formatted(message.sequence(), next));
            }
            delivered.add(new Additions.Found(message.element(), message.sequence()));
            next = message.sequence() + 1;
        }
        if (slice.next() != next) {
            ledger.problem("behind message %d comes %d".formatted(next - 1, slice.next()));
            next = slice.next();
        }
    }

    /** All it was given, in the order in which it was. */
    List<Additions.Found> delivered() {
        return List.copyOf(delivered);
    }
}

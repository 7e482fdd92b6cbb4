package io.paxosstore.bench.demo;

import io.paxosstore.bench.demo.InboxRecord.Letter;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.Message;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.client.ResultLostException;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Instant messaging: each user has an entity with a queue of messages. Senders enqueue; the reader
 * keeps its place, reads on from there and acknowledges what it has, which removes it. Each user
 * sends from one thread, and each inbox is read by one.
 */
final class Inboxes {
    private static final String SPACE = "inboxes";
    private static final String QUEUE = "messages";
    private static final Page PAGE = Page.of(100);

    /** Retention: far more than a reader that keeps up ever leaves unread. */
    private static final long LENGTH_MAX = 100_000;

    private static final Duration AGE_MAX = Duration.ofHours(1);

    /** So many messages are acknowledged in one call. */
    private static final int ACKNOWLEDGE_EACH = 20;

    private final EntitySpace<String> space;
    private final List<InboxRecord> records;
    private final long[] sent;
    private final long[] nextSequence;
    private final long[] acknowledgedBelow;
    private final LongAdder deliveries = new LongAdder();

    Inboxes(PaxosStore store, int users) {
        store.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
        space = store.entitySpace(SPACE, Codec.utf8());
        records =
                IntStream.range(0, users)
                        .mapToObj(user -> new InboxRecord(SocialGraph.name(user)))
                        .toList();
        sent = new long[users];
        nextSequence = new long[users];
        acknowledgedBelow = new long[users];
    }

    private EntityQueue<String> queue(int user) {
        return space.entity(SocialGraph.name(user)).queue(QUEUE, Codec.utf8());
    }

    /** Sets a user's inbox up. */
    void open(int user) {
        queue(user).retain(LENGTH_MAX, AGE_MAX);
    }

    /** Sends the next message of one user to another. */
    void send(int from, int to) {
        Letter letter = new Letter(from, ++sent[from]);
        InboxRecord inbox = records.get(to);
        try {
            inbox.acknowledged(letter, queue(to).enqueue(letter.text()));
        } catch (ResultLostException e) {
            inbox.acknowledged(letter, null);
        } catch (OutcomeUnknownException e) {
            inbox.unknown(letter);
            throw e;
        }
    }

    /**
     * Reads on where the user's reader is, and acknowledges now and then.
     *
     * @return how many messages came
     */
    int read(int user) {
        EntityQueue<String> queue = queue(user);
        QueueSlice<String> slice = queue.read(nextSequence[user], PAGE);
        for (Message<String> message : slice.messages()) {
            records.get(user).delivered(message.sequence(), Letter.of(message.element()));
        }
        nextSequence[user] = slice.next();
        deliveries.add(slice.messages().size());
        if (nextSequence[user] - acknowledgedBelow[user] > ACKNOWLEDGE_EACH) {
            queue.acknowledge(nextSequence[user] - 1);
            acknowledgedBelow[user] = nextSequence[user];
        }
        return slice.messages().size();
    }

    /** Messages delivered so far. */
    long deliveries() {
        return deliveries.sum();
    }

    /** Messages whose senders were told that they arrived; senders must rest. */
    long acknowledged() {
        return records.stream().mapToLong(InboxRecord::acknowledgedCount).sum();
    }

    /** What is wrong; senders and readers must rest, and all must be read. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        records.forEach(inbox -> problems.addAll(inbox.problems()));
        return problems;
    }
}

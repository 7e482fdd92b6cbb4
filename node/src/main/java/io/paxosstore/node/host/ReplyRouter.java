package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Brings answers to the loop that owns the requester, and requests to the shard that owns the key.
 * What goes to another loop is gathered and handed over once per turn. On the shard's loop only.
 */
final class ReplyRouter {
    private final int index;
    private final List<Requester> touched = new ArrayList<>();
    private List<ShardLoop> shards = List.of();
    private List<List<Runnable>> outgoing = List.of();

    ReplyRouter(int index) {
        this.index = index;
    }

    void shards(List<ShardLoop> all) {
        shards = List.copyOf(all);
        outgoing = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            outgoing.add(new ArrayList<>());
        }
    }

    /**
     * Hands an outcome over.
     *
     * @param answerBytes memory that was taken for it and is given back by the requester's loop,
     *     which accounts for it from then on; 0 for none
     */
    void complete(
            Requester requester,
            long correlation,
            Operation operation,
            Outcome outcome,
            int answerBytes) {
        int home = requester.homeShard();
        if (home == index) {
            arrive(shards.get(index), requester, correlation, operation, outcome, answerBytes);
        } else {
            ShardLoop homeShard = shards.get(home);
            handOver(
                    home,
                    () ->
                            arrive(
                                    homeShard,
                                    requester,
                                    correlation,
                                    operation,
                                    outcome,
                                    answerBytes));
        }
    }

    private static void arrive(
            ShardLoop home,
            Requester requester,
            long correlation,
            Operation operation,
            Outcome outcome,
            int answerBytes) {
        requester.complete(correlation, operation, outcome);
        if (answerBytes > 0) {
            home.memory().release(answerBytes);
        }
        home.touch(requester);
    }

    /** Tells a requester that its request is worked on, though the answer is not there yet. */
    void workedOn(Requester requester, long correlation) {
        int home = requester.homeShard();
        if (home == index) {
            requester.workedOn(correlation);
            touch(requester);
        } else {
            ShardLoop homeShard = shards.get(home);
            handOver(
                    home,
                    () -> {
                        requester.workedOn(correlation);
                        homeShard.touch(requester);
                    });
        }
    }

    /** Requesters are few per turn and come in runs: a repeat of the last one is left out. */
    @SuppressWarnings("ReferenceEquality") // which object it is, is what is asked
    void touch(Requester requester) {
        int count = touched.size();
        if (count == 0 || touched.get(count - 1) != requester) {
            touched.add(requester);
        }
    }

    void handOver(int toShard, Runnable request) {
        outgoing.get(toShard).add(request);
    }

    void endOfTurn() {
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).endOfTurn();
        }
        touched.clear();
        for (int i = 0; i < outgoing.size(); i++) {
            List<Runnable> batch = outgoing.get(i);
            if (!batch.isEmpty()) {
                outgoing.set(i, new ArrayList<>());
                shards.get(i).scheduler().execute(() -> batch.forEach(Runnable::run));
            }
        }
    }
}

package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.scan.KeyPages;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists names and reads pages of keys at nodes now and then: whatever was chosen before must be
 * among them, in that version or a later one, whoever has lost or missed something, and whoever
 * votes. Not thread-safe.
 */
final class SimScans {
    private static final long MILLI = 1_000_000L;
    private static final long PAUSE_NANOS = 20 * MILLI;
    private static final long DEADLINE_NANOS = 1_000 * MILLI;
    private static final int NAMES_MAX = 100;
    private static final int VALUE_BYTES_MAX = 1 << 20;
    private static final double READ_CHANCE = 0.7;

    /** What a seed is turned by for its draws. */
    private static final int SCAN_BITS = 41;

    private final SimCluster cluster;
    private final List<EntityKey> keys;
    private final RandomSource random;

    private boolean isOver;
    private int asked;
    private int listed;
    private int read;

    SimScans(long seed, SimCluster cluster, List<EntityKey> keys) {
        this.cluster = cluster;
        this.keys = keys;
        this.random = new RandomSource(Long.rotateLeft(~seed, SCAN_BITS));
    }

    /** Begins to ask, until it is ended. */
    void begin() {
        if (isOver) {
            return;
        }
        ask();
        cluster.queue().after(PAUSE_NANOS, this::begin);
    }

    void end() {
        isOver = true;
    }

    private void ask() {
        asked++;
        SimNode node = cluster.liveNode(1 + asked % cluster.nodes());
        EntityKey key = keys.get(random.nextInt(keys.size()));
        if (node == null) {
            return;
        }
        boolean isRead =
                SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE && random.chance(READ_CHANCE);
        Map<EntityKey, Long> chosen = new LinkedHashMap<>();
        for (EntityKey one : isRead ? keys : List.of(key)) {
            chosen.put(one, cluster.truth().newestChosen(one));
        }
        long deadlineNanos =
                node.clock().monotonicNanos(cluster.queue().nowNanos() + DEADLINE_NANOS);
        KeysQuery query =
                new KeysQuery(
                        key.space(),
                        Slots.place(key.slot()),
                        new byte[0],
                        isRead ? new byte[0] : key.key(),
                        isRead ? 1 + random.nextInt(keys.size()) : NAMES_MAX,
                        isRead ? VALUE_BYTES_MAX : 0,
                        deadlineNanos);
        KeyPages pages = node.host().keys().getFirst();
        Asked what = new Asked(node.id(), query, chosen);
        node.loop().run(() -> pages.list(query, answer -> told(what, answer)));
    }

    /**
     * What a node was asked.
     *
     * @param chosen of keys, the newest entry that was chosen before
     */
    private record Asked(int node, KeysQuery query, Map<EntityKey, Long> chosen) {}

    private void told(Asked what, KeysAnswer answer) {
        switch (answer) {
            case KeysAnswer.Listed(int place, byte[] from, List<byte[]> names) -> {
                listed++;
                List<KeysAnswer.Key> keysTold =
                        names.stream().map(name -> new KeysAnswer.Key(name, 0, null)).toList();
                check(what, place, from, keysTold);
            }
            case KeysAnswer.Read(int place, byte[] from, List<KeysAnswer.Key> keysTold) -> {
                read++;
                check(what, place, from, keysTold);
            }
            case KeysAnswer.NotDone _, KeysAnswer.Refused _ -> {}
        }
    }

    private void check(Asked what, int nextPlace, byte[] nextFrom, List<KeysAnswer.Key> told) {
        what.chosen()
                .forEach((key, chosen) -> {
                    int place = Slots.place(key.slot());
                    boolean isBefore =
                            place < nextPlace
                                    || (place == nextPlace
                                            && Arrays.compareUnsigned(key.key(), nextFrom) < 0);
                    if (place >= what.query().place() && isBefore) {
                        List<KeysAnswer.Key> its =
                                told.stream()
                                        .filter(one -> Arrays.equals(one.name(), key.key()))
                                        .toList();
                        check(what.node(), key, chosen, its);
                    }
                });
    }

    private void check(int node, EntityKey key, long chosen, List<KeysAnswer.Key> its) {
        if (its.size() > 1 || (chosen > 0 && its.isEmpty())) {
            throw new SimViolation(
                    "ScanMissesNothing",
                    "node %d lists %s %d times, of which entry %d was chosen before it was asked"
                            .formatted(node, key, its.size(), chosen));
        }
        for (KeysAnswer.Key one : its) {
            byte[] state = one.state();
            if (state == null) {
                continue;
            }
            if (one.entry() < chosen) {
                throw new SimViolation(
                        "ScanShowsNewest",
                        "node %d shows %s at entry %d; entry %d was chosen before it was asked"
                                .formatted(node, key, one.entry(), chosen));
            }
            cluster.truth()
                    .answered(node, key, new Outcome.Value(one.entry(), new Outcome.Result(state)));
        }
    }

    /** From here on somebody must be able to list names. */
    void healed() {
        listed = 0;
        read = 0;
    }

    /** What is not as it must be by now; empty for nothing. */
    String lack() {
        boolean isReading = SpaceKind.of(keys.getFirst().space()) == SpaceKind.KEY_VALUE;
        if (listed == 0) {
            return "nobody lists names";
        }
        return isReading && read == 0 ? "nobody reads keys" : "";
    }
}

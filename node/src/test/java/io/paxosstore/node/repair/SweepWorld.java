package io.paxosstore.node.repair;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/** Three nodes' stores; questions and recoveries are answered a step later. */
final class SweepWorld implements SweepHost {
    record Answer(int node, Listing.Page page) {}

    private record Recovery(long token, EntityKey key, int from, long version) {}

    private final Map<Integer, Map<EntityKey, Stored>> stores = new HashMap<>();
    final Set<Integer> up = new HashSet<>(Set.of(2, 3));
    final Set<EntityKey> trusted = new HashSet<>();
    final Set<EntityKey> amnesiac = new HashSet<>();
    final Set<EntityKey> unreachable = new HashSet<>();
    final Set<Integer> notWhole = new HashSet<>();
    final List<EntityKey> recovered = new ArrayList<>();
    final Map<EntityKey, Long> wanted = new HashMap<>();
    final List<EntityKey> quarantined = new ArrayList<>();
    final List<Integer> walked = new ArrayList<>();
    final Queue<Answer> answers = new ArrayDeque<>();
    private final Queue<Recovery> recoveries = new ArrayDeque<>();
    long nowNanos = 1_000_000_000L;
    Standing standing = Standing.WHOLE;
    Room room = Room.ENOUGH;
    int loseAnswers;
    int mostAtOnce;

    Map<EntityKey, Stored> store(int node) {
        return stores.computeIfAbsent(node, id -> new LinkedHashMap<>());
    }

    static EntryValue value(String payload) {
        return EntryValue.of(new ValueId(2, 1, 1), payload.getBytes(StandardCharsets.UTF_8));
    }

    void put(int node, EntityKey key, long version, String payload) {
        EntryValue chosen = version == 0 ? null : value(payload);
        store(node).put(key, new Stored(version, chosen, 0, 0, 0, null));
    }

    Stored mine(EntityKey key) {
        return look(key);
    }

    int crc(EntityKey key) {
        EntryValue held = mine(key).chosenValue();
        return held == null ? 0 : held.crc();
    }

    void deliver(Sweeper sweeper) {
        mostAtOnce = Math.max(mostAtOnce, recoveries.size());
        for (int count = recoveries.size(); count > 0; count--) {
            Recovery one = recoveries.remove();
            if (unreachable.contains(one.key())) {
                sweeper.recovered(one.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE));
                continue;
            }
            Stored theirs = store(one.from()).get(one.key());
            if (theirs != null) {
                store(1).put(one.key(), theirs);
            }
            trusted.add(one.key());
            amnesiac.remove(one.key());
            recovered.add(one.key());
            sweeper.recovered(one.token(), new Outcome.Recovered(one.version()));
        }
        for (int count = answers.size(); count > 0; count--) {
            Answer answer = answers.remove();
            sweeper.answered(answer.node(), answer.page());
        }
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public Standing standing() {
        return standing;
    }

    @Override
    public Room room() {
        return room;
    }

    @Override
    public boolean isUp(int nodeId) {
        return up.contains(nodeId);
    }

    @Override
    public void ask(int nodeId, Listing.Request request) {
        if (loseAnswers > 0) {
            loseAnswers--;
            return;
        }
        List<EntityKey> keys =
                request.only() != null
                        ? List.of(request.only())
                        : List.copyOf(store(nodeId).keySet());
        int from = (int) request.cursor();
        int to = Math.min(keys.size(), from + 16);
        List<Listing.Item> items = new ArrayList<>();
        for (EntityKey key : keys.subList(from, to)) {
            Stored held = store(nodeId).getOrDefault(key, Stored.NOTHING);
            EntryValue chosen = held.chosenValue();
            int checksum = request.withChecksums() && chosen != null ? chosen.crc() : 0;
            items.add(new Listing.Item(key, held.version(), checksum));
        }
        long next = to < keys.size() ? to : 0;
        answers.add(
                new Answer(
                        nodeId,
                        new Listing.Page(
                                request.id(),
                                !notWhole.contains(nodeId),
                                next,
                                keys.size(),
                                items)));
    }

    @Override
    public Stored look(EntityKey key) {
        boolean lost =
                amnesiac.contains(key)
                        || (standing == Standing.REBUILDING && !trusted.contains(key));
        return lost ? Stored.LOST : store(1).getOrDefault(key, Stored.NOTHING);
    }

    @Override
    public int checksum(EntityKey key) {
        return crc(key);
    }

    @Override
    public void quarantine(EntityKey key) {
        quarantined.add(key);
        amnesiac.add(key);
    }

    @Override
    public void recover(long token, EntityKey key, int from, long version, long deadline) {
        recoveries.add(new Recovery(token, key, from, version));
        wanted.put(key, version);
    }

    @Override
    public void walked(int nodeId) {
        walked.add(nodeId);
    }
}

package io.paxosstore.node.repair;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.Voters;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

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

    record Told(int node, long version) {}

    private record Recovery(long token, EntityKey key, int from, long version) {}

    private final Map<Integer, Map<EntityKey, Stored>> stores = new HashMap<>();
    final Set<Integer> up = new HashSet<>(Set.of(2, 3));
    final Set<EntityKey> trusted = new HashSet<>();
    final Set<EntityKey> amnesiac = new HashSet<>();
    final Set<EntityKey> unreachable = new HashSet<>();
    final Set<EntityKey> ofOthers = new HashSet<>();
    final Set<Integer> notWhole = new HashSet<>();
    final List<EntityKey> recovered = new ArrayList<>();
    final List<EntityKey> settled = new ArrayList<>();
    final Map<EntityKey, Long> wanted = new HashMap<>();

    /** Which node was told of what, and the version that it holds. */
    final Map<EntityKey, Told> told = new LinkedHashMap<>();

    final List<EntityKey> quarantined = new ArrayList<>();
    final Set<Integer> refusedSlots = new HashSet<>();
    final List<Integer> walked = new ArrayList<>();
    final List<Integer> asked = new ArrayList<>();
    final Map<EntityKey, Integer> wantedFrom = new HashMap<>();
    final Queue<Answer> answers = new ArrayDeque<>();
    private final Queue<Recovery> recoveries = new ArrayDeque<>();
    long nowNanos = 1_000_000_000L;
    Standing standing = Standing.WHOLE;
    boolean mayRebuild = true;
    Room room = Room.ENOUGH;
    SlotView view = TestSlots.unchanged(1, 1, 2, 3);
    final SlotRebuild rebuild = new SlotRebuild(1, slot -> true, () -> view, () -> standing);
    int loseAnswers;
    int mostAtOnce;

    /** How long it takes to look at an entity. */
    long lookNanos;

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
            if (ofOthers.contains(one.key())) {
                sweeper.recovered(one.token(), new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER));
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
    public boolean mayRebuild() {
        return mayRebuild;
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
    public int tell(int nodeId, EntityKey key, long version) {
        told.put(key, new Told(nodeId, version));
        return 0;
    }

    @Override
    public void settle(long token, EntityKey key, long deadlineNanos) {
        settled.add(key);
        recoveries.add(new Recovery(token, key, 0, 0));
    }

    @Override
    public boolean isWalking(EntityKey key) {
        return view.isWalking(Slots.of(key));
    }

    @Override
    public int[] fellows() {
        return view.fellows();
    }

    @Override
    public void ask(int nodeId, Listing.Request request) {
        if (loseAnswers > 0) {
            loseAnswers--;
            return;
        }
        asked.add(nodeId);
        SlotEpochs refused =
                request.slots()
                        .filter((slot, epoch) ->
                                nodeId != 1
                                        && (notWhole.contains(nodeId)
                                                || refusedSlots.contains(slot)));
        List<EntityKey> keys =
                request.only() != null
                        ? List.of(request.only())
                        : listed(nodeId, request.slots().without(refused), request.slots());
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
                        nodeId, new Listing.Page(request.id(), refused, next, keys.size(), items)));
    }

    private List<EntityKey> listed(int nodeId, SlotEpochs listed, SlotEpochs asked) {
        return store(nodeId).keySet().stream()
                .filter(key -> asked.isEmpty() || listed.epochOf(Slots.of(key)) > 0)
                .toList();
    }

    @Override
    public Stored look(EntityKey key) {
        nowNanos += lookNanos;
        boolean lost = amnesiac.contains(key) || (isRebuilding(key) && !trusted.contains(key));
        return lost ? Stored.LOST : store(1).getOrDefault(key, Stored.NOTHING);
    }

    private boolean isRebuilding(EntityKey key) {
        return standing == Standing.REBUILDING || view.isRebuilding(Slots.of(key));
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
        wantedFrom.put(key, from);
    }

    @Override
    public SlotEpochs toRebuild(int nodeId) {
        return rebuild.toRebuild(nodeId);
    }

    @Override
    public int rebuildVersion() {
        return rebuild.version();
    }

    @Override
    public void rebuilt(int nodeId, SlotEpochs slots) {
        walked.add(nodeId);
        rebuild.rebuilt(nodeId, slots);
    }

    /** As a shard tells it: what a node listed counts no more. */
    void begunAnew(Sweeper sweeper, int nodeId) {
        sweeper.begunAnew(nodeId);
        rebuild.begunAnew(nodeId);
    }

    @Override
    public boolean isVoterOf(EntityKey key) {
        return !ofOthers.contains(key);
    }

    @Override
    public Voters voters(EntityKey key) {
        return view.configurationOf(key).voters();
    }
}

package io.paxosstore.sim;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.FirstConfigurations;
import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.TopologySettings;
import io.paxosstore.node.topology.DriverOptions;
import io.paxosstore.node.topology.TopologyOptions;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.sim.invariant.Electorate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What every configuration of every slot was. The topology is a register that never loses a write,
 * of whose changes nodes hear late, or from each other; or it is in the cluster, as in production,
 * and what a node's copy shows is held against what others showed. Not thread-safe.
 */
final class SimTopology implements Electorate {
    /** A node hears of a change within this time, if at all. */
    private static final long HEARS_NANOS = 30_000_000;

    private static final int PORT = 7400;
    private static final long REFRESH_NANOS = 500_000_000;
    private static final int PAGES_PER_REFRESH = 8;
    private static final long TIMEOUT_NANOS = 2_000_000_000;
    private static final long DRIVES_NANOS = 100_000_000;

    /** Many, since all slots move and few have keys. */
    private static final int MOVING_MAX = 4_096;

    private static final double HEARS_CHANCE = 0.6;
    private static final double READS_CHANCE = 0.3;

    private final SimCluster cluster;
    private final List<Integer> firstVoters;
    private final IntFunction<Configuration> first;
    private final boolean isInCluster;
    private final RandomSource random;

    /** By node, what its copy was when it was last looked at. */
    private final Map<Integer, Topology> copies = new HashMap<>();

    /** By slot, its configurations, the first one's epoch being 1. */
    private final Map<Integer, List<Configuration>> courses = new TreeMap<>();

    /**
     * @param firstVoters of every slot
     * @param isInCluster whether the nodes keep the topology
     * @param random for what changes bring about alone
     */
    SimTopology(
            SimCluster cluster,
            List<Integer> firstVoters,
            boolean isInCluster,
            RandomSource random) {
        this.isInCluster = isInCluster;
        this.cluster = cluster;
        this.firstVoters = List.copyOf(firstVoters);
        this.first =
                new FirstConfigurations(firstVoters.stream().mapToInt(Integer::intValue).toArray());
        this.random = random;
    }

    /** What a node's part in the topology takes. */
    TopologySettings settings() {
        return new TopologySettings(
                isInCluster,
                firstVoters.stream().map(SimTopology::node).toList(),
                new TopologyOptions(REFRESH_NANOS, PAGES_PER_REFRESH, TIMEOUT_NANOS),
                new DriverOptions(MOVING_MAX, DRIVES_NANOS));
    }

    /** A node as the topology has it. */
    static ClusterNode node(int id) {
        return new ClusterNode(
                id,
                "node" + id,
                PORT,
                PORT + 1,
                PORT + 2,
                ClusterNode.ZONE_DEFAULT,
                0,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    private List<Configuration> course(int slot) {
        return courses.computeIfAbsent(slot, none -> new ArrayList<>(List.of(first.apply(slot))));
    }

    /** The slot's configuration now. */
    Configuration now(int slot) {
        List<Configuration> course = courses.get(slot);
        return course == null ? first.apply(slot) : course.getLast();
    }

    /** The configuration of the entity's slot now. */
    Configuration now(EntityKey key) {
        return now(Slots.of(key));
    }

    /** Whether a node that starts knows that some slot has changed, without being told. */
    boolean isKnownToHaveChanged() {
        return !isInCluster && hasChanged();
    }

    private boolean hasChanged() {
        return courses.values().stream().anyMatch(course -> course.size() > 1);
    }

    /**
     * Slots that count beside those of the keys, when it is asked what a node may lose: in the
     * cluster all slots move, and a node rebuilds them all.
     */
    IntStream otherSlots() {
        return isInCluster ? IntStream.rangeClosed(0, Slots.SYSTEM) : IntStream.of(unchangedSlot());
    }

    /** One of the slots whose voters are the first ones for ever. */
    private int unchangedSlot() {
        int slot = 0;
        while (course(slot).size() > 1) {
            slot++;
        }
        return slot;
    }

    /** Whether a slot is under change. */
    boolean isChanging(int slot) {
        return now(slot).slot() instanceof SlotConfiguration.Joint;
    }

    /** A slot begins a change, or ends it. */
    void change(int slot, SlotConfiguration next) {
        took(slot, next);
        for (int id = 1; id <= cluster.nodes(); id++) {
            if (cluster.isHealed() || random.chance(HEARS_CHANCE)) {
                tellSoon(id, List.of(new SlotChange(slot, next)));
            }
        }
    }

    /** The same, of which these nodes hear at once, and the others from them. */
    void change(int slot, SlotConfiguration next, List<Integer> hearers) {
        took(slot, next);
        hearers.forEach(id -> tell(id, List.of(new SlotChange(slot, next))));
    }

    /** But for the order of preference, which needs no epoch. */
    private static boolean isSame(SlotConfiguration a, SlotConfiguration b) {
        return a.getClass() == b.getClass()
                && Set.copyOf(a.voters()).equals(Set.copyOf(b.voters()));
    }

    private void took(int slot, SlotConfiguration next) {
        course(slot).add(Configuration.of(next));
        cluster.trace().add(slot).add(next.epoch());
        cluster.trace()
                .line(() ->
                        "%,12d us  slot %d: %s"
                                .formatted(cluster.queue().nowNanos() / 1_000, slot, now(slot)));
    }

    private void tellSoon(int id, List<SlotChange> changes) {
        cluster.queue().after(1 + random.nextLong(HEARS_NANOS), () -> tell(id, changes));
    }

    private void tell(int id, List<SlotChange> changes) {
        ReplicaHost host = cluster.node(id).hostIfUp();
        if (host != null) {
            cluster.node(id).loop().run(() -> host.slots().learn(changes));
        }
    }

    /** What a node reads of the topology now. */
    private List<SlotChange> read() {
        List<SlotChange> all = new ArrayList<>();
        courses.forEach((slot, course) -> {
            if (course.size() > 1) {
                all.add(new SlotChange(slot, course.getLast().slot()));
            }
        });
        return all;
    }

    /** A node has started. */
    void started(SimNode node, ReplicaHost host) {
        SimStore store = node.store();
        boolean hasMemory = store.standing() == Standing.WHOLE && !store.slots().isEmpty();
        if (isInCluster) {
            host.topology().follow(copy -> copied(node.id(), copy));
            host.startTopology();
        } else if (hasChanged() && (hasMemory ? isReadAtStart() : isReadAfterLoss())) {
            host.slots().learn(read());
        }
    }

    /** What a first voter lacks to take part in the topology; empty for nothing. */
    String lacksTopology(SimNode node) {
        ReplicaHost host = node.hostIfUp();
        boolean isFirst = firstVoters.contains(node.id());
        return !isFirst || host == null || host.topology().isLoaded() ? "" : "has no topology";
    }

    private boolean isReadAfterLoss() {
        return cluster.hostBug() != HostBug.LOST_STORE_READS_NO_TOPOLOGY;
    }

    /** Whether a node that has its memory reads the topology at its start. */
    private boolean isReadAtStart() {
        return cluster.isHealed() || random.chance(READS_CHANCE);
    }

    /**
     * A node refuses another one as none of the cluster's: which can only be, if operators add
     * nodes.
     */
    void checkStranger(int stranger, int refuses, String mismatch) {
        if (!isInCluster || (firstVoters.contains(stranger) && firstVoters.contains(refuses))) {
            throw new SimViolation("NodesAgree", mismatch);
        }
    }

    /** A node's copy is this now: every node's shows one configuration for an epoch of a slot. */
    private void copied(int node, Topology copy) {
        Topology before = copies.put(node, copy);
        copied(node, Slots.SYSTEM, copy.head().system());
        for (TopologyPage page : copy.pages()) {
            if (before == null || !page.equals(before.pages().get(page.number()))) {
                int begin = page.firstSlot();
                for (int slot = begin; slot < begin + TopologyPage.SLOTS; slot++) {
                    copied(node, slot, page.slot(slot));
                }
            }
        }
    }

    private void copied(int node, int slot, SlotConfiguration is) {
        if (is.epoch() == 1 && !courses.containsKey(slot)) {
            return; // there are many slots
        }
        List<Configuration> course = course(slot);
        int at = Math.toIntExact(is.epoch()) - 1;
        if (at == course.size()) {
            cluster.count(
                    is instanceof SlotConfiguration.Joint
                            ? Fault.CHANGE_OF_VOTERS
                            : Fault.CHANGE_ENDED);
            took(slot, is);
        } else if (at > course.size() || !isSame(course.get(at).slot(), is)) {
            throw new SimViolation(
                    "TopologyAgrees",
                    "node %d has slot %d in %s after %s".formatted(node, slot, is, course));
        }
    }

    /** Each node reads the topology. */
    void tellAll() {
        for (int id = 1; id <= cluster.nodes(); id++) {
            tellSoon(id, read());
        }
    }

    /** Rule M7: whether every node that must be whole in the slot is. */
    boolean mayComplete(int slot) {
        return now(slot).slot() instanceof SlotConfiguration.Joint change
                && change.mustBeWhole().stream()
                        .allMatch(node -> isWhole(node, slot, change.epoch()));
    }

    private boolean isWhole(int node, int slot, long epoch) {
        SimStore store = cluster.node(node).store();
        return store.standing() == Standing.WHOLE
                && store.entered()
                        .recordOf(slot)
                        .filter(record -> record.configuration().epoch() == epoch)
                        .filter(record -> record.standing() == SlotStanding.WHOLE)
                        .isPresent();
    }

    /** The configuration that a node has made durable, or stands in while it is up. */
    Configuration entered(int node, EntityKey key) {
        int slot = Slots.of(key);
        ReplicaHost host = cluster.node(node).hostIfUp();
        if (host != null) {
            return host.shards().getFirst().slots().view().configurationOf(slot);
        }
        return cluster.node(node)
                .store()
                .entered()
                .recordOf(slot)
                .map(record -> Configuration.of(record.configuration()))
                .orElseGet(() -> first.apply(slot));
    }

    /** Whether a node votes for an entity, as far as it knows. */
    boolean votes(int node, EntityKey key) {
        return entered(node, key).voters().contains(node);
    }

    @Override
    public int epochOf(int node, EntityKey key) {
        return entered(node, key).epoch();
    }

    @Override
    public boolean comesAnew(int node, EntityKey key, int before) {
        return entered(node, key).isNewcomer(node, Math.max(1, before));
    }

    @Override
    public boolean isComing(int node, EntityKey key) {
        return entered(node, key).isComing(node);
    }

    @Override
    public boolean isMajority(EntityKey key, int epoch, int nodes) {
        Configuration at = course(Slots.of(key)).get(epoch - 1);
        int[] those = new int[Integer.bitCount(nodes)];
        int count = 0;
        for (int id = 1; id <= cluster.nodes(); id++) {
            if ((nodes >> id & 1) != 0) {
                those[count++] = id;
            }
        }
        return at.quorum().isMajority(at.voters().placesOf(those));
    }
}

package io.paxosstore.node;

import io.paxosstore.core.FirstConfigurations;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.balance.BalanceDesk;
import io.paxosstore.node.balance.OwnLoads;
import io.paxosstore.node.call.CheckedCalls;
import io.paxosstore.node.call.LocalCalls;
import io.paxosstore.node.call.RoutedCalls;
import io.paxosstore.node.call.Routing;
import io.paxosstore.node.host.Admission;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.peer.Executing;
import io.paxosstore.node.peer.PeerDecisions;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerLoads;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.peer.PeerReports;
import io.paxosstore.node.repair.ExpiredObjects;
import io.paxosstore.node.repair.FirstVoter;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.node.repair.PassedObjects;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.node.scan.KeyListing;
import io.paxosstore.node.scan.KeyPages;
import io.paxosstore.node.scan.LoopHost;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.node.slot.SlotShard;
import io.paxosstore.node.slot.SlotTalk;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.node.topology.FirstTopology;
import io.paxosstore.node.topology.MembersDesk;
import io.paxosstore.node.topology.TopologyDriver;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.node.watch.RangeWatches;
import io.paxosstore.node.watch.WatchCount;
import io.paxosstore.node.watch.Watches;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.NodeList;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntPredicate;

/**
 * The replicas of one node, from the start of a process to its end: the shards with their links,
 * sweeps and requests, and what all of them share, the store's standing and incarnation and what is
 * known of the other nodes. The same in production and in the simulator; what differs comes by
 * {@link HostPorts}.
 *
 * <p>Life: made when the store is open, {@link #begin} once everything that may be told by it is
 * there, {@link #stop} before the store is closed. Thread-safe, but that what belongs to a shard is
 * for that shard's loop.
 */
public final class ReplicaHost {
    private final HostIdentity identity;
    private final NodeStore store;
    private final List<LoopScheduler> loops;
    private final TakingPart part;
    private final ClusterRoom rooms;
    private final PeerPresence presence;
    private final NodeStanding standing;
    private final Rebuilt rebuilt;
    private final NodeSlots slots;
    private final ClusterMembers members;
    private final PeerDecisions decisions;
    private final List<PeerLinks> links = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final List<ShardLoop> shards = new ArrayList<>();
    private final List<ShardSweep> sweeps = new ArrayList<>();
    private final List<KeyPages> keys = new ArrayList<>();
    private final List<ExpiredObjects> expired = new ArrayList<>();
    private final PassedObjects passed;
    private final SpaceDrops drops;
    private final LocalCalls local;
    private final RoutedCalls routed;
    private final CatalogService catalog;
    private final HostTopology topology;
    private final OwnLoads loads;
    private final List<Watches> watches;
    private final RangeWatches ranges;
    private final CheckedCalls calls;

    /** Nothing happens before {@link #begin}. */
    public ReplicaHost(HostIdentity identity, HostSettings settings, HostPorts ports) {
        this.identity = identity;
        int self = identity.nodeId();
        this.store = ports.store();
        this.loops = ports.loops();
        this.part = new TakingPart(store, this::ownTopology);
        this.passed = new PassedObjects(store::passedObjects, ports.background());
        this.rooms = new ClusterRoom(self, store::room, store::usableBytes);
        this.presence =
                new PeerPresence(rooms, ports.clock(), ids(identity.peerIds()), loops.size());
        this.standing =
                new NodeStanding(
                        store, new StandingOnDisk(store), loops.size(), identity.founding());
        BackgroundRetry retry = new BackgroundRetry(ports.background(), loops.getFirst()::nanoTime);
        this.rebuilt =
                new Rebuilt(
                        standing,
                        store,
                        part::hasEnteredOnce,
                        part::hasEntered,
                        this::slots,
                        loops,
                        retry);
        RateLimitedLog warnings =
                new RateLimitedLog(
                        LoggerFactory.getLogger(PeerLinks.class), loops.getFirst()::nanoTime);
        SlotView view =
                SlotView.of(
                        self, new FirstConfigurations(ids(identity.firstVoters())), store.slots());
        for (LoopScheduler loop : loops) {
            addShard(settings, ports, view, warnings, loop);
        }
        ShardLoop.connect(shards);
        this.members = new ClusterMembers(identity, presence, links, loops);
        this.slots =
                new NodeSlots(
                        self,
                        view,
                        new SlotDisk(store),
                        enteringShards(),
                        task -> enterSoon(task, retry));
        this.local = new LocalCalls(shards);
        for (int i = 0; i < shards.size(); i++) {
            addRepair(i, settings, ports);
        }
        this.drops = new SpaceDrops(shards, sweeps, store, retry);
        Routing routing = new SlotRouting(self, slots, part::isReadElsewhere, ports.routing());
        this.routed = new RoutedCalls(shards, local, routing, links);
        this.catalog =
                new CatalogService(
                        shards.get(Catalog.KEY.shard(shards.size())),
                        routed,
                        settings.catalog(),
                        ports.random().nextLong(),
                        drops);
        this.loads = new OwnLoads(shards, slots::view);
        this.topology = topology(settings.topology(), ports);
        WatchCount watched = new WatchCount(settings.watches().nodeMax());
        this.watches = Watches.of(shards, local, settings.watches(), ports.history(), watched);
        this.ranges = new RangeWatches(shards, settings.watches(), ports.history(), watched);
        this.calls =
                new CheckedCalls(
                        identity.nodeId(),
                        settings.calls(),
                        shards,
                        routed,
                        watches,
                        ranges,
                        keys,
                        catalog,
                        standing::waiting);
        OwnIncarnation own = new OwnIncarnation(shards, links, store, standing, retry);
        shards.forEach(shard -> shard.listeners().damage(own));
        PeerGate gate =
                new PeerGate(
                        identity.hello(store, loops.size()),
                        members::contains,
                        () -> !store.slots().isEmpty(),
                        store.peers(),
                        own,
                        store::standing,
                        standing);
        this.decisions = new PeerDecisions(gate, links, loops, ports.background(), warnings);
    }

    private void enterSoon(NodeSlots.Blocking task, BackgroundRetry retry) {
        LoopScheduler loop = loops.getFirst();
        try {
            loop.execute(() ->
                    retry.execute(
                            loop,
                            "slots_not_entered",
                            "This node does not take part in a change of voters yet.",
                            task::run));
        } catch (RejectedExecutionException e) {
            return; // the node stops
        }
    }

    private static int[] ids(List<Integer> nodes) {
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    private void addShard(
            HostSettings settings,
            HostPorts ports,
            SlotView view,
            RateLimitedLog warnings,
            LoopScheduler loop) {
        int index = shards.size();
        int self = identity.nodeId();
        PeerLinks shardLinks =
                new PeerLinks(
                        self,
                        store.incarnation(),
                        ids(identity.peerIds()),
                        settings.peers(),
                        presence,
                        warnings);
        Replica replica = ports.replicas().create(store, view);
        ShardLoop shard =
                new ShardLoop(
                        index,
                        replica,
                        view,
                        store.shard(index),
                        loop,
                        shardLinks,
                        new Counters(index, loops.size()),
                        new Admission(settings.limits(), store, rooms, part::hasEnteredOnce),
                        ports.memory().loop(),
                        ports.onFailure());
        shardLinks.attach(shard);
        links.add(shardLinks);
        replicas.add(replica);
        shards.add(shard);
    }

    private List<SlotShard> enteringShards() {
        List<SlotShard> entering = new ArrayList<>();
        for (int i = 0; i < shards.size(); i++) {
            int index = i;
            Runnable rebuild = () -> sweeps.get(index).tick();
            entering.add(new EnteringShard(shards.get(i), links.get(i), rebuild));
        }
        return entering;
    }

    private void addRepair(int index, HostSettings settings, HostPorts ports) {
        ShardLoop shard = shards.get(index);
        PeerLinks shardLinks = links.get(index);
        int self = identity.nodeId();
        IntPredicate isOfShard = slot -> Slots.shard(slot, loops.size()) == index;
        ShardSweep sweep =
                new ShardSweep(
                        shard,
                        local,
                        store,
                        self,
                        shardLinks,
                        settings.sweep(),
                        isOfShard,
                        () -> store.keys() / loops.size(),
                        rebuilt.ofShard(index));
        SlotTalk talk =
                new SlotTalk(
                        shard.slots()::view,
                        change -> topology.told(change),
                        shardLinks::send,
                        shard.scheduler()::nanoTime);
        shard.listeners()
                .otherEpoch(other -> {
                    talk.otherEpoch(other);
                    sweep.missed();
                });
        LoopHost scans = new LoopHost(shard, sweep, shardLinks, shardLinks);
        KeyListing listing = new KeyListing(self, scans, sweep, isOfShard, store::keys);
        shardLinks.listings(listing);
        KeyPages pages = new KeyPages(self, scans, shard.storage().keys(), listing);
        shardLinks.ranges(pages);
        keys.add(pages);
        shardLinks.slots(talk);
        shardLinks.executing(new Executing(local, ports.commands()));
        sweeps.add(sweep);
        FirstVoter first = new FirstVoter(slots, self, shardLinks::isUp);
        passed.add(first);
        expired.add(new ExpiredObjects(shard, local, first, ports.random().nextLong()));
    }

    /** On the shard of the system slot. */
    private HostTopology topology(TopologySettings settings, HostPorts ports) {
        int home = Slots.shard(Slots.SYSTEM, loops.size());
        LoopScheduler loop = loops.get(home);
        PeerLinks peers = links.get(home);
        TopologyService service =
                new TopologyService(
                        identity.nodeId(),
                        home,
                        loop,
                        routed,
                        settings.reading(),
                        ports.random().fork(),
                        settings.founders(),
                        FirstTopology.everywhere(FirstVoters::order),
                        () -> peers.stray(Slots.SYSTEM));
        PeerReports reports =
                new PeerReports(
                        identity.nodeId(),
                        peers,
                        slots::view,
                        () -> store.standing() == Standing.WHOLE,
                        loop);
        peers.reports(reports);
        PeerLoads peerLoads = new PeerLoads(identity.nodeId(), peers, loads, loop::nanoTime);
        peers.loads(peerLoads);
        shards.get(home).listeners().onSystemEntry(service::systemEntry);
        TopologyDriver driver =
                new TopologyDriver(
                        identity.nodeId(),
                        service,
                        loop,
                        ports.planning(),
                        reports,
                        ports.random().fork(),
                        settings.driving());
        return new HostTopology(
                settings.isInCluster(),
                slots,
                members,
                service,
                driver,
                new MembersDesk(service, loop, ports.planning(), reports),
                new BalanceDesk(service, loop, ports.planning(), peerLoads));
    }

    private HostTopology ownTopology() {
        return topology;
    }

    /**
     * Begins: the shards know what is remembered of the other nodes, and sweep.
     *
     * @param hasChanged whether voters of any slot are known to have changed
     * @throws IOException if the store's standing had to be changed, and cannot be written
     */
    public void begin(boolean hasChanged) throws IOException {
        standing.begin(hasChanged);
        rebuilt.awaitTopology();
        Map<Integer, Integer> remembered = store.peers().incarnations();
        int[] dropped = store.droppedSpaces();
        for (int i = 0; i < shards.size(); i++) {
            int index = i;
            PeerLinks shardLinks = links.get(i);
            ShardSweep sweep = sweeps.get(i);
            loops.get(i)
                    .execute(() -> {
                        drops.letGo(index, dropped);
                        remembered.forEach(shardLinks::raise);
                        sweep.begin();
                    });
        }
        store.onDueObjects(new DueObjects(expired, loops));
    }

    /** Ends the shards: nothing is stepped, written, sent or answered any more. */
    public void stop() {
        for (int i = 0; i < shards.size(); i++) {
            ShardLoop shard = shards.get(i);
            ShardSweep sweep = sweeps.get(i);
            KeyPages pages = keys.get(i);
            loops.get(i)
                    .execute(() -> {
                        shard.stop();
                        sweep.stop();
                        pages.stop();
                    });
        }
    }

    /** The shards by their index, as all lists here are. */
    public List<ShardLoop> shards() {
        return shards;
    }

    /** What of this node's entities has expired, for who tells of it. */
    public PassedObjects passed() {
        return passed;
    }

    /** The shards' links to other nodes. */
    public List<PeerLinks> links() {
        return links;
    }

    /** The shards' replicas. */
    public List<Replica> replicas() {
        return replicas;
    }

    /** The shards' sweeps. */
    public List<ShardSweep> sweeps() {
        return sweeps;
    }

    /** The room on the disks of all nodes. */
    public ClusterRoom rooms() {
        return rooms;
    }

    /** Which other nodes are connected. */
    public PeerPresence presence() {
        return presence;
    }

    /** Whether the store is complete, and what it waits for. */
    public NodeStanding standing() {
        return standing;
    }

    /** In which epochs of slots this node stands; told of later ones, it enters them. */
    public NodeSlots slots() {
        return slots;
    }

    /** The way into this node for front ends. */
    public CheckedCalls calls() {
        return calls;
    }

    /** The way to an entity, here or elsewhere, for what was checked, or needs no check. */
    public RoutedCalls routed() {
        return routed;
    }

    /** The shards' watches, for what was checked, or needs no check. */
    public List<Watches> watches() {
        return watches;
    }

    /** The watches on ranges, for what was checked, or needs no check. */
    public RangeWatches ranges() {
        return ranges;
    }

    /** Which keys the shards have, for what was checked, or needs no check. */
    public List<KeyPages> keys() {
        return keys;
    }

    /** The list of spaces; it knows nothing before {@link CatalogService#start}. */
    public CatalogService catalog() {
        return catalog;
    }

    /**
     * Begins to take part in the topology: reads it, enters the epochs that it names, has its nodes
     * for peers, drives what is due; once, after {@link #begin}.
     */
    public void startTopology() {
        topology.start();
    }

    /** The topology; it knows nothing before {@link #startTopology}. */
    public TopologyService topology() {
        return topology.service();
    }

    /** Changes the cluster as operators want. */
    public MembersDesk desk() {
        return topology.desk();
    }

    /** Evens out what the nodes carry. */
    public BalanceDesk balance() {
        return topology.balance();
    }

    /** What slots carry at this node; it counts nothing before {@link OwnLoads#start}. */
    public OwnLoads loads() {
        return loads;
    }

    /** Somebody has this list of nodes; see {@link ClusterMembers#hear}. */
    public void hear(NodeList list) {
        members.hear(list);
    }

    /** Who may connect, and what is learnt from it. */
    public PeerDecisions decisions() {
        return decisions;
    }
}

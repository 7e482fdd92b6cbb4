package io.paxosstore.node.slot;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Placement;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Brings this node into the later epochs of slots that it hears of, all shards together, one batch
 * after the other (Rules M2, M4).
 *
 * <p>To enter is to make it durable; then the shards' replicas go on in it. Where this node comes
 * anew, its shards let go of the slot first, wait for the records on their way and forget what they
 * hold: what is written afterwards belongs to the new life there. If it voted there before in this
 * incarnation, a later one begins with the entering. Where it leaves, they forget what they hold
 * afterwards (Rule M10). Thread-safe.
 */
public final class NodeSlots implements Placement {
    private static final Logger LOG = LoggerFactory.getLogger(NodeSlots.class);

    /** What blocks for the disk. */
    public interface Disk {
        /** See {@code NodeStore.enter}. */
        void enter(List<SlotRecord> records) throws IOException;

        /** Begins a later incarnation; returns it. */
        int raiseIncarnation() throws IOException;

        /** Makes durable what was rebuilt so far. */
        void beforeWhole() throws IOException;
    }

    /** Runs what blocks, again and again until it succeeds. */
    @FunctionalInterface
    public interface Background {
        /** Runs it later. */
        void execute(Blocking task);
    }

    /** Something that blocks for the disk. */
    @FunctionalInterface
    public interface Blocking {
        /** Does it; nothing has happened if it fails. */
        void run() throws IOException;
    }

    /** What is entered together. */
    private final class Batch {
        private final Map<Integer, SlotConfiguration> wanted;
        private final BitSet anew = new BitSet();
        private boolean beginsLife;
        private boolean hasBegunLife;

        Batch(Map<Integer, SlotConfiguration> wanted) {
            this.wanted = new TreeMap<>(wanted);
            this.wanted.forEach((slot, later) -> {
                int entered = view.configurationOf(slot).epoch();
                if (Configuration.of(later).isNewcomer(self, entered)) {
                    anew.set(slot);
                    beginsLife |= voted.get(slot);
                }
            });
        }

        /** As it is to be written now: a slot may have become whole since the batch was made. */
        List<SlotRecord> records() {
            List<SlotRecord> records = new ArrayList<>();
            wanted.forEach((slot, later) -> records.add(record(slot, later)));
            return records;
        }

        private SlotRecord record(int slot, SlotConfiguration later) {
            Configuration next = Configuration.of(later);
            boolean comes = anew.get(slot);
            SlotStanding standing = SlotStanding.WHOLE;
            if (!next.voters().contains(self)) {
                standing = SlotStanding.NONE;
            } else if (comes || view.isRebuilding(slot)) {
                standing = SlotStanding.REBUILDING;
            } else if (later instanceof SlotConfiguration.Joint joint
                    && joint.mustBeWhole().contains(self)) {
                standing = SlotStanding.WALKING;
            }
            // Who comes with a change cannot have the right before it was whole in that change.
            boolean isLost = (comes || view.isRightLost(slot)) && next.mayHoldRight(self);
            return new SlotRecord(slot, later, standing, isLost);
        }
    }

    private final int self;
    private final Disk disk;
    private final List<? extends SlotShard> shards;
    private final Background background;
    private final Map<Integer, SlotConfiguration> wanted = new TreeMap<>();

    /** Where this node has voted in its present incarnation. */
    private final BitSet voted = new BitSet();

    private final LongAdder epochsEntered = new LongAdder();
    private boolean isEntering;
    private volatile SlotView view;

    /**
     * @param view what the store knows
     * @param shards all of the node
     */
    public NodeSlots(
            int self,
            SlotView view,
            Disk disk,
            List<? extends SlotShard> shards,
            Background background) {
        this.self = self;
        this.view = view;
        beginLife(new BitSet());
        this.disk = disk;
        this.shards = shards;
        this.background = background;
    }

    /** The epochs in which this node stands; its shards may be a moment behind. */
    public SlotView view() {
        return view;
    }

    /** How many epochs of slots this node has entered since its start. */
    public long epochsEntered() {
        return epochsEntered.sum();
    }

    /** Whether this node stands in all epochs that it has heard of. */
    public synchronized boolean isSettled() {
        return !isEntering && wanted.isEmpty();
    }

    @Override
    public Configuration configurationOf(EntityKey key) {
        return view.configurationOf(key);
    }

    /** Somebody knows these epochs of slots; those that are later are entered soon. */
    public void learn(Collection<SlotChange> news) {
        synchronized (this) {
            for (SlotChange change : news) {
                SlotConfiguration known = wanted.get(change.slot());
                long epoch =
                        known == null ? view.configurationOf(change.slot()).epoch() : known.epoch();
                if (change.configuration().epoch() > epoch) {
                    wanted.put(change.slot(), change.configuration());
                }
            }
        }
        goOn(false);
    }

    /**
     * Begins the next batch, if there is one and none is under way.
     *
     * @param isOver whether the one under way has been entered
     */
    private void goOn(boolean isOver) {
        Batch batch;
        synchronized (this) {
            isEntering &= !isOver;
            if (isEntering) {
                return;
            }
            wanted.entrySet()
                    .removeIf(one ->
                            one.getValue().epoch() <= view.configurationOf(one.getKey()).epoch());
            if (wanted.isEmpty()) {
                return;
            }
            isEntering = true;
            batch = new Batch(wanted);
            wanted.clear();
        }
        if (batch.anew.isEmpty()) {
            background.execute(() -> enter(batch));
        } else {
            LOG.debug("slots_come anew={} node={}", batch.anew.cardinality(), self);
            onAllShards(
                    (shard, done) -> shard.forget(batch.anew::get, done),
                    () -> background.execute(() -> enter(batch)));
        }
    }

    private void enter(Batch batch) throws IOException {
        if (batch.beginsLife && !batch.hasBegunLife) {
            // Told at once: as long as the shards do not live as the store says, nobody meets them.
            int incarnation = disk.raiseIncarnation();
            batch.hasBegunLife = true;
            beginLife(batch.anew);
            tellAllShards(shard -> shard.lives(incarnation), () -> {});
        }
        List<SlotRecord> records = batch.records();
        BitSet left = left(records);
        disk.enter(records);
        SlotView entered = publish(records);
        epochsEntered.add(records.size());
        LOG.debug("slots_entered count={} node={}", records.size(), self);
        tellAllShards(
                shard -> {
                    shard.entered(entered);
                    if (!left.isEmpty()) {
                        shard.left(left);
                    }
                },
                () -> goOn(true));
    }

    private BitSet left(List<SlotRecord> records) {
        BitSet left = new BitSet();
        for (SlotRecord record : records) {
            if (record.standing() == SlotStanding.NONE && view.votesIn(record.slot())) {
                left.set(record.slot());
            }
        }
        return left;
    }

    /**
     * Under a later incarnation nothing is said any more where this node does not vote now.
     *
     * @param left where it does not, though it has not entered the epoch yet that says so
     */
    private synchronized void beginLife(BitSet left) {
        voted.clear();
        voted.or(view.votes());
        voted.andNot(left);
    }

    private synchronized SlotView publish(List<SlotRecord> records) {
        view = view.with(records);
        for (SlotRecord record : records) {
            if (record.standing() != SlotStanding.NONE) {
                voted.set(record.slot());
            }
        }
        return view;
    }

    /**
     * Everything in these slots has been rebuilt here (Rule M6), or learnt (Rule M7), in these
     * epochs; blocks for the disk. Where this node has gone on to another epoch meanwhile, nothing
     * happens.
     *
     * @param isStill asked when what was rebuilt is durable: whether what it was rebuilt from still
     *     counts
     */
    public void whole(Collection<SlotEpoch> slots, BooleanSupplier isStill) throws IOException {
        disk.beforeWhole();
        if (!isStill.getAsBoolean()) {
            return;
        }
        List<SlotRecord> records = new ArrayList<>();
        SlotView now = view;
        for (SlotEpoch one : slots) {
            Configuration at = now.configurationOf(one.slot());
            if (at.epoch() == one.epoch() && now.isIncomplete(one.slot())) {
                records.add(wholeAt(one.slot(), at, now));
            }
        }
        if (records.isEmpty()) {
            return;
        }
        disk.enter(records);
        SlotView whole = publish(records);
        LOG.debug("slots_whole count={} node={}", records.size(), self);
        tellAllShards(shard -> shard.entered(whole), () -> {});
    }

    private static SlotRecord wholeAt(int slot, Configuration at, SlotView now) {
        return new SlotRecord(slot, at.slot(), SlotStanding.WHOLE, now.isRightLost(slot));
    }

    /** What is done on the loop of each shard. */
    @FunctionalInterface
    private interface OnShard {
        void run(SlotShard shard, Runnable done);
    }

    /** Does on each shard's loop what is over at once. */
    private void tellAllShards(Consumer<SlotShard> task, Runnable whenAllAre) {
        onAllShards(
                (shard, done) -> {
                    task.accept(shard);
                    done.run();
                },
                whenAllAre);
    }

    private void onAllShards(OnShard task, Runnable whenAllAre) {
        AtomicInteger left = new AtomicInteger(shards.size());
        Runnable done =
                () -> {
                    if (left.decrementAndGet() == 0) {
                        whenAllAre.run();
                    }
                };
        for (SlotShard shard : shards) {
            try {
                shard.execute(() -> task.run(shard, done));
            } catch (RejectedExecutionException e) {
                return; // the node stops
            }
        }
    }
}

package io.paxosstore.node.repair;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.Voters;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.host.StoreState;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ReadMode;

import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * Gives a {@link Sweeper} its shard: the loop's time, store and requests, and the way to the other
 * nodes. On the shard's loop only, but for {@link #sweeper}.
 */
public final class ShardSweep implements SweepHost, Requester, Listings {
    private static final long BUSY_NANOS = 5_000_000;
    private static final long IDLE_NANOS = 100_000_000;

    /** So long slots that are rebuilt wait for others: to say so makes them durable first. */
    private static final long TOGETHER_NANOS = 250_000_000;

    /** Told how far this shard is in taking over what the other nodes hold. */
    public interface Rebuilding {
        /** Whether the node knows in which epochs it must rebuild its store (Rule M8). */
        boolean mayBegin();

        /** The store is being rebuilt, and this shard has taken over everything; or has not. */
        void rebuilt(boolean isRebuilt);

        /**
         * This shard has taken over everything of slots to which the node came anew.
         *
         * @param isStill whether what it was taken over from still counts; from any thread
         */
        void whole(SlotEpochs slots, BooleanSupplier isStill);
    }

    /** The way to the other nodes. */
    public interface Peers {
        /** Whether a node can be reached. */
        boolean isUp(int nodeId);

        /** Sends a question; it may get lost. */
        void ask(int nodeId, Listing.Request request);

        /** Sends a part of an image, or a question for one; it may get lost. */
        void send(int nodeId, ImageFrame frame);

        /** Whether a node can be reached, and knows of digests. */
        boolean compares(int nodeId);

        /** Sends a part of the comparison of content; it may get lost. */
        void send(int nodeId, ContentFrame frame);

        /** Tells a chosen entry: a fact in every epoch (Rule M1); it may get lost. */
        void tell(int nodeId, EntityKey key, Message.Chosen fact);
    }

    private final int self;
    private final ShardLoop shard;
    private final Calls calls;
    private final StoreState store;
    private final Peers peers;
    private final Rebuilding rebuilding;
    private final Lister lister;
    private final SlotRebuild rebuild;
    private final Sweeper sweeper;
    private final ImageTransfers images;
    private final ContentCheck content;
    private final ContentAnswers contentAnswers;

    /** What was told to be rebuilt last. */
    private SlotEpochs told = SlotEpochs.NONE;

    private int toldTakenBack;
    private long toldNanos;

    /**
     * @param calls reach this node's replicas
     * @param isOfShard which slots are the shard's
     * @param keys about how many entities the shard holds
     * @param rebuilding told what has been rebuilt
     */
    public ShardSweep(
            ShardLoop shard,
            Calls calls,
            StoreState store,
            int self,
            Peers peers,
            SweepOptions options,
            IntPredicate isOfShard,
            LongSupplier keys,
            Rebuilding rebuilding) {
        this.self = self;
        this.shard = shard;
        this.calls = calls;
        this.store = store;
        this.peers = peers;
        this.rebuilding = rebuilding;
        this.lister =
                new Lister(
                        shard.storage(),
                        () -> store.standing() == Standing.WHOLE,
                        shard.slots()::view,
                        keys,
                        options.pageBytes());
        this.rebuild = new SlotRebuild(self, isOfShard, shard.slots()::view, store::standing);
        this.sweeper = new Sweeper(self, this, options, shard.counters());
        EntityShard entities = shard.storage().entities();
        this.images =
                new ImageTransfers(
                        entities,
                        new Way(peers),
                        shard::installed,
                        shard.counters(),
                        options.pageBytes());
        ContentHost contents = new Contents(entities);
        this.content = new ContentCheck(self, contents, options, shard.counters());
        this.contentAnswers = new ContentAnswers(contents);
        shard.listeners().lag(sweeper::lagging);
        shard.listeners().supply(this::supply);
    }

    private record Way(Peers peers) implements ImageTransfers.Way {
        @Override
        public void tell(int nodeId, EntityKey key, Message.Chosen fact) {
            peers.tell(nodeId, key, fact);
        }

        @Override
        public void send(int nodeId, ImageFrame frame) {
            peers.send(nodeId, frame);
        }
    }

    /** What the comparison of content needs. */
    private final class Contents implements ContentHost {
        private final EntityShard entities;

        Contents(EntityShard entities) {
            this.entities = entities;
        }

        @Override
        public long nowNanos() {
            return ShardSweep.this.nowNanos();
        }

        @Override
        public int incarnation() {
            return store.incarnation();
        }

        @Override
        public Standing standing() {
            return store.standing();
        }

        @Override
        public boolean compares(int nodeId) {
            return peers.compares(nodeId);
        }

        @Override
        public Voters voters(EntityKey key) {
            return ShardSweep.this.voters(key);
        }

        @Override
        public void send(int nodeId, ContentFrame frame) {
            peers.send(nodeId, frame);
        }

        @Override
        public long contentPage(long cursor, int count, StorageShard.PageVisitor visitor) {
            return entities.contentPage(cursor, count, visitor);
        }

        @Override
        public long version(EntityKey key) {
            return entities.contentVersion(key);
        }

        @Override
        public ContentDigest digest(EntityKey key, long version) {
            return standing() == Standing.WHOLE
                    ? entities.digest(key, version)
                    : ContentDigest.NONE;
        }

        @Override
        public void quarantine(EntityKey key) {
            ShardSweep.this.quarantine(key);
        }

        @Override
        public void repair(EntityKey key, int holder, long version) {
            sweeper.repair(key, holder, version);
        }
    }

    @Override
    public void content(int nodeId, ContentFrame frame) {
        switch (frame) {
            case ContentFrame.Ask ask -> {
                contentAnswers.asked(nodeId, ask);
                shard.scheduler().schedule(contentAnswers::tick, BUSY_NANOS);
            }
            case ContentFrame.Answer answer -> content.answered(nodeId, answer);
            case ContentFrame.Suspect suspect -> content.suspected(suspect.key());
        }
    }

    private void supply(Effects.Supply supply) {
        images.supply(supply, nowNanos());
    }

    @Override
    public void image(int nodeId, ImageFrame frame) {
        if (standing() == Standing.NEW) {
            return;
        }
        switch (frame) {
            case ImageFrame.Next next -> images.next(nodeId, next, nowNanos());
            case ImageFrame.Page page -> {
                if (room() != Room.NONE && shard.isVoterOf(page.key())) {
                    images.page(nodeId, page, nowNanos());
                }
            }
        }
    }

    /** A space was dropped: nothing of it is on its way any more. */
    public void dropped(int space) {
        images.dropped(space);
    }

    /** Ends what is under way; on the loop, before the store is closed. */
    public void stop() {
        images.close();
        content.close();
        contentAnswers.close();
    }

    /** A message of another epoch was not taken; see {@link Sweeper#missed}. */
    public void missed() {
        sweeper.missed();
    }

    /** The sweep itself. */
    public Sweeper sweeper() {
        return sweeper;
    }

    /** Begins; once. It ends with the shard's loop. */
    public void begin() {
        new Recurring(shard.scheduler(), "sweep", this::sweep).begin();
    }

    private long sweep() {
        boolean busy = tick();
        images.tick(nowNanos());
        busy |= contentAnswers.tick();
        busy |= content.tick();
        return busy ? BUSY_NANOS : IDLE_NANOS;
    }

    /**
     * Does what is due of the sweep, at once.
     *
     * @return whether there is more to do soon
     */
    public boolean tick() {
        boolean isBusy = sweeper.tick();
        tellRebuilt();
        return isBusy;
    }

    /** Again and again while the store does not say so: something may have come between. */
    private void tellRebuilt() {
        if (standing() == Standing.REBUILDING) {
            rebuilding.rebuilt(rebuild.isComplete());
        } else if (shard.slots().view().isIncomplete()) {
            SlotEpochs whole = rebuild.whole();
            int takenBack = rebuild.takenBack();
            boolean isNews = !(whole.equals(told) && takenBack == toldTakenBack);
            boolean isSoon = told.isEmpty() || nowNanos() - toldNanos >= TOGETHER_NANOS;
            if (!whole.isEmpty() && isNews && isSoon) {
                toldNanos = nowNanos();
                told = whole;
                toldTakenBack = takenBack;
                rebuilding.whole(whole, () -> rebuild.takenBack() == takenBack);
            }
        }
    }

    @Override
    public Listing.Page asked(Listing.Request request) {
        return lister.answer(request);
    }

    /** Of slots in epochs, those of which this node must say nothing (Rules A5, M6). */
    public SlotEpochs refused(SlotEpochs slots) {
        return lister.refused(slots);
    }

    @Override
    public void answered(int nodeId, Listing.Page page) {
        sweeper.answered(nodeId, page);
    }

    @Override
    public void peerUp(int nodeId) {
        sweeper.peerUp();
    }

    @Override
    public void peerDown(int nodeId) {
        images.peerDown(nodeId);
        sweeper.peerDown(nodeId);
    }

    @Override
    public long nowNanos() {
        return shard.scheduler().nanoTime();
    }

    @Override
    public Standing standing() {
        return store.standing();
    }

    @Override
    public boolean mayRebuild() {
        return rebuilding.mayBegin();
    }

    @Override
    public Room room() {
        return store.room();
    }

    @Override
    public boolean isUp(int nodeId) {
        return peers.isUp(nodeId);
    }

    @Override
    public void ask(int nodeId, Listing.Request request) {
        if (nodeId == self) {
            shard.scheduler().execute(() -> answered(self, lister.own(request)));
        } else {
            peers.ask(nodeId, request);
        }
    }

    @Override
    public Stored look(EntityKey key) {
        return shard.storage().of(key).look(key);
    }

    @Override
    public int checksum(EntityKey key) {
        return shard.storage().of(key).checksum(key);
    }

    /** Not of a dropped space, which the store has forgotten: nobody would rebuild it (Rule D8). */
    @Override
    public void quarantine(EntityKey key) {
        if (shard.isVoterOf(key)) {
            shard.damaged(key);
            shard.storage().of(key).quarantine(key);
        }
    }

    @Override
    public void recover(long token, EntityKey key, int from, long version, long deadlineNanos) {
        calls.execute(this, token, new Call.Recover(key, from, version, deadlineNanos));
    }

    @Override
    public int tell(int nodeId, EntityKey key, long version) {
        shard.foundOut(new Input.Behind(nodeId, key, version));
        return shard.storage().of(key).valueBytes(key);
    }

    @Override
    public void settle(long token, EntityKey key, long deadlineNanos) {
        calls.execute(this, token, new Call.Read(key, ReadMode.LINEARIZABLE, null, deadlineNanos));
    }

    @Override
    public boolean isWalking(EntityKey key) {
        return shard.slots().view().isWalking(Slots.of(key));
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
        rebuild.rebuilt(nodeId, slots);
    }

    @Override
    public boolean isVoterOf(EntityKey key) {
        return shard.isVoterOf(key);
    }

    @Override
    public int[] fellows() {
        return shard.slots().view().fellows();
    }

    @Override
    public Voters voters(EntityKey key) {
        return shard.slots().view().configurationOf(key).voters();
    }

    @Override
    public void begunAnew(int nodeId) {
        sweeper.begunAnew(nodeId);
        rebuild.begunAnew(nodeId);
        tellRebuilt();
    }

    @Override
    public int homeShard() {
        return shard.index();
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        sweeper.recovered(correlation, outcome);
    }
}

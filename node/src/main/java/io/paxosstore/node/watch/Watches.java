package io.paxosstore.node.watch;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Outcome;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.EntityShard.ReadAnswer;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.call.ShardWatches;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeMedium;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.EntityWatch;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The watches on one shard's entities. On the shard's loop only.
 *
 * <p>A watch is a cursor: the newest entry that it was told of, or needs not be told of. Nothing
 * waits for it in a queue of its own; it is told what lies behind the cursor from the {@link
 * WatchHistory} or, if that is older, from the journal, as far as its connection takes it. What
 * neither of them has any more is looked for in the {@link ChangeHistory} on disk, and if it is not
 * there either, told as Compacted: the cursor jumps to the newest entry.
 *
 * <p>Before a watch is opened, and then at intervals, a linearizable read (Rule R1) makes sure that
 * this replica votes and has missed nothing: a replica that is rebuilt or cut off ends its watches,
 * so that the clients go on elsewhere.
 */
public final class Watches implements EntityWatch, Requester, ShardWatches {
    private static final EntityCommand VERSION = new EntityCommand(MultiOp.of());
    private static final long TICK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

    /** Most checks that begin at the same moment. */
    private static final int CHECKS_PER_TICK = 1000;

    /** How much is read of the journal at once. */
    private static final int JOURNAL_BYTES = 256 * 1024;

    /** Names a watch. */
    private record WatchId(Watcher watcher, long correlation) {}

    /** One watch. */
    private static final class Watch {
        private final WatchId id;
        private final Entity entity;
        private final long from;
        private boolean open;
        private long cursor;
        private int unconfirmedBytes;

        /** Where the history goes on, and whether it is being asked. */
        private long place = ChangeMedium.NOWHERE;

        private boolean searching;

        private Watch(WatchId id, Entity entity, long from) {
            this.id = id;
            this.entity = entity;
            this.from = from;
        }
    }

    /** An entity that is watched. */
    private static final class Entity {
        private final EntityKey key;
        private final List<Watch> watches = new ArrayList<>();
        private long newest;
        private boolean asking;
        private long dueNanos;

        private Entity(EntityKey key) {
            this.key = key;
        }
    }

    private final ShardLoop shard;
    private final Calls calls;
    private final WatchOptions options;
    private final WatchCount ofNode;
    private final int intervalMillis;
    private final WatchHistory history;
    private final ChangeHistory older;
    private final ChangeNotes notes;
    private final Map<EntityKey, Entity> entities = new HashMap<>();
    private final Map<WatchId, Watch> watches = new HashMap<>();
    private final Map<Long, Entity> asked = new HashMap<>();

    /** Those that wait for their next check, in its order; none of which is being asked. */
    private final SequencedSet<Entity> due = new LinkedHashSet<>();

    private long questions;
    private boolean ticking;

    private Watches(
            ShardLoop shard,
            Calls calls,
            WatchOptions options,
            ChangeHistory older,
            WatchCount ofNode) {
        this.shard = shard;
        this.calls = calls;
        this.options = options;
        this.ofNode = ofNode;
        this.intervalMillis = (int) TimeUnit.NANOSECONDS.toMillis(options.intervalNanos());
        this.older = older;
        this.notes = new ChangeNotes(shard.index(), older);
        this.history =
                new WatchHistory(
                        options.historyBytes(),
                        (ring, at, length) -> older.keep(shard.index(), ring, at, length));
    }

    /**
     * The watches of a node's shards, in their order; once, before the first event.
     *
     * @param calls reach this node's replicas
     * @param older what memory does not hold
     * @param ofNode how many watches of all kinds the node has
     */
    public static List<Watches> of(
            List<ShardLoop> shards,
            Calls calls,
            WatchOptions options,
            ChangeHistory older,
            WatchCount ofNode) {
        List<Watches> all = new ArrayList<>();
        for (ShardLoop shard : shards) {
            Watches watches = new Watches(shard, calls, options, older, ofNode);
            shard.listeners().entities(watches);
            all.add(watches);
        }
        return all;
    }

    @Override
    public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
        if (!ofNode.begin()) {
            post(watcher, correlation, ofNode.tooMany(correlation), 0);
            return;
        }
        Entity entity = entities.computeIfAbsent(key, Entity::new);
        Watch watch = new Watch(new WatchId(watcher, correlation), entity, from);
        entity.watches.add(watch);
        watches.put(watch.id, watch);
        shard.counters().set(Count.WATCHES, watches.size());
        if (!entity.asking) {
            ask(entity);
        }
        tick();
    }

    @Override
    public void unwatch(Watcher watcher, long correlation) {
        Watch watch = watches.get(new WatchId(watcher, correlation));
        if (watch != null) {
            forget(watch);
        }
    }

    @Override
    public void confirm(Watcher watcher, long correlation, int bytes) {
        Watch watch = watches.get(new WatchId(watcher, correlation));
        if (watch != null) {
            watch.unconfirmedBytes -= bytes;
            pump(watch);
        }
    }

    private void forget(Watch watch) {
        watches.remove(watch.id);
        watch.entity.watches.remove(watch);
        if (watch.entity.watches.isEmpty()) {
            entities.remove(watch.entity.key, watch.entity);
            due.remove(watch.entity);
        }
        ofNode.end();
        shard.counters().set(Count.WATCHES, watches.size());
    }

    /** Rule R1: makes sure that nothing was missed. The next check waits for the answer. */
    private void ask(Entity entity) {
        entity.asking = true;
        due.remove(entity);
        long question = ++questions;
        asked.put(question, entity);
        calls.execute(
                this,
                question,
                new Call.Read(
                        entity.key,
                        ReadMode.LINEARIZABLE,
                        VERSION,
                        shard.nowNanos() + options.intervalNanos()));
    }

    private void tick() {
        if (!ticking && !(entities.isEmpty() && due.isEmpty())) {
            ticking = true;
            shard.scheduler()
                    .schedule(this::onTick, Math.min(options.intervalNanos() / 2, TICK_NANOS_MAX));
        }
    }

    private void onTick() {
        ticking = false;
        long nowNanos = shard.nowNanos();
        int checks = 0;
        while (!due.isEmpty() && checks < CHECKS_PER_TICK) {
            Entity next = due.getFirst();
            if (next.dueNanos - nowNanos > 0) {
                break;
            }
            checks++;
            ask(next);
        }
        tick();
    }

    @Override
    public int homeShard() {
        return shard.index();
    }

    @Override
    public void complete(long question, Operation operation, Outcome outcome) {
        Entity entity = asked.remove(question);
        if (entity == null || entity.watches.isEmpty()) {
            return;
        }
        entity.asking = false;
        entity.dueNanos = shard.nowNanos() + options.intervalNanos();
        due.add(entity);
        if (outcome instanceof Outcome.Value value) {
            checked(entity, value.version(), versionOf(value.state().bytes()));
            return;
        }
        boolean later =
                outcome instanceof Outcome.NotDone notDone
                        && notDone.reason() == Outcome.Reason.OVERLOADED;
        for (Watch watch : List.copyOf(entity.watches)) {
            if (!later || !watch.open) {
                end(watch, outcome);
            }
        }
    }

    /** Everything up to this version is known here. */
    private void checked(Entity entity, long entry, long version) {
        entity.newest = Math.max(entity.newest, Math.max(entry, EntityVersion.entryOf(version)));
        for (Watch watch : List.copyOf(entity.watches)) {
            if (!watch.open) {
                watch.open = true;
                // From a later version on, nothing of what is there is of interest.
                watch.cursor =
                        watch.from > version
                                ? entry
                                : Math.max(0, EntityVersion.entryOf(watch.from) - 1);
            }
            pump(watch);
            // A sign of life in any case; until all was told it says so of nothing.
            long told = watch.cursor >= entity.newest ? version : 0;
            post(
                    watch.id.watcher(),
                    watch.id.correlation(),
                    new Response.Watched(watch.id.correlation(), told, intervalMillis),
                    0);
        }
    }

    private void end(Watch watch, Outcome why) {
        forget(watch);
        shard.counters().increment(Count.WATCH_ENDED);
        Watcher watcher = watch.id.watcher();
        long correlation = watch.id.correlation();
        if (watcher.homeShard() == shard.index()) {
            watcher.closed(correlation, why);
        } else {
            shard.handOver(watcher.homeShard(), () -> watcher.closed(correlation, why));
        }
    }

    @Override
    public void applied(Effects.Apply applied) {
        long entry = applied.after().version();
        ChangedObjects changes = decode(applied.changes(), entry);
        if (changes != null) {
            history.add(applied.key(), entry, changes);
            reached(applied.key(), entry);
            return;
        }
        notes.add(applied.key(), entry, EntityVersion.of(entry, 1), true);
        Entity entity = entities.get(applied.key());
        if (entity != null) {
            Outcome damaged = new Outcome.NotDone(Outcome.Reason.NO_VOTE);
            List.copyOf(entity.watches).forEach(watch -> end(watch, damaged));
        }
    }

    @Override
    public void reached(EntityKey key, long version) {
        Entity entity = entities.isEmpty() ? null : entities.get(key);
        if (entity == null || entity.newest >= version) {
            return;
        }
        entity.newest = version;
        for (Watch watch : List.copyOf(entity.watches)) {
            pump(watch);
        }
    }

    @Override
    public void replaced(EntityKey key) {
        if (entities().read(key, VERSION) instanceof ReadAnswer.Read read) {
            notes.add(key, read.version(), versionOf(read.result()), true);
        }
    }

    @Override
    public void chosen(EntityKey key, long entry, boolean isRebuilt) {
        if (options.keys()) {
            notes.add(key, entry, entry, isRebuilt);
        }
    }

    /** Null if the changes cannot be read (Rule D5): another node may tell of them. */
    private @Nullable ChangedObjects decode(byte[] changes, long entry) {
        return entities().changedObjects(changes, entry, Wire.CHANGED_OBJECTS_MAX);
    }

    /** Tells a watch what it was not told yet, as far as its connection takes it. */
    private void pump(Watch watch) {
        while (watch.open && !watch.searching && watch.unconfirmedBytes < options.windowBytes()) {
            EntityKey key = watch.entity.key;
            ChangedObjects next = history.get(key, watch.cursor + 1);
            if (next != null) {
                tell(watch, next);
            } else if (watch.cursor >= watch.entity.newest) {
                return;
            } else if (!tellFromJournal(watch)) {
                search(watch);
            }
        }
    }

    /** Asks the history on disk, which answers later. */
    private void search(Watch watch) {
        watch.searching = true;
        ChangeQuestion question =
                new ChangeQuestion(
                        watch.entity.key, watch.cursor + 1, watch.place, options.windowBytes());
        older.find(question, found -> onShard(() -> found(watch, found)));
    }

    private void onShard(Runnable task) {
        try {
            shard.scheduler().execute(task);
        } catch (RejectedExecutionException e) {
            return; // the node stops, and its watches with it
        }
    }

    private void found(Watch watch, ChangesFound found) {
        if (!isHeld(watch)) {
            return; // it has ended meanwhile
        }
        shard.openTurn(); // what is said now leaves at its end
        watch.searching = false;
        watch.place = found.next();
        found.changes().forEach(changes -> tell(watch, changes));
        if (!found.changes().isEmpty() || compact(watch)) {
            pump(watch);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the watch itself, and none that came after it
    private boolean isHeld(Watch watch) {
        return watches.get(watch.id) == watch;
    }

    private void tell(Watch watch, ChangedObjects changes) {
        watch.cursor++;
        long version = changes.version();
        if (version >= watch.from) { // never so if nothing changed: then it is 0
            Response.Changed event =
                    new Response.Changed(
                            watch.id.correlation(), version, changes.complete(), changes.objects());
            shard.counters().increment(Count.WATCH_EVENTS);
            post(watch, event);
        }
    }

    private boolean tellFromJournal(Watch watch) {
        List<EntryValue> entries =
                entities().entriesAbove(watch.entity.key, watch.cursor, JOURNAL_BYTES);
        for (int i = 0; i < entries.size(); i++) {
            if (watch.unconfirmedBytes >= options.windowBytes()) {
                break;
            }
            byte[] changes = EntityHead.changesOf(entries.get(i));
            ChangedObjects decoded = decode(changes, watch.cursor + 1);
            if (decoded == null) {
                return i > 0;
            }
            tell(watch, decoded);
        }
        return !entries.isEmpty();
    }

    /** Returns whether the newest version is known. */
    private boolean compact(Watch watch) {
        if (!(entities().read(watch.entity.key, VERSION) instanceof ReadAnswer.Read read)) {
            return false; // damaged: the next check ends the watch
        }
        long version = versionOf(read.result());
        watch.cursor = Math.max(watch.entity.newest, EntityVersion.entryOf(version));
        if (version >= watch.from) {
            shard.counters().increment(Count.WATCH_COMPACTED);
            post(watch, new Response.Compacted(watch.id.correlation(), version));
        }
        return true;
    }

    private EntityShard entities() {
        return shard.storage().entities();
    }

    private static long versionOf(byte[] result) {
        try {
            return ((MultiOpResult.Executed) ModelCodec.decodeResult(ByteBuffer.wrap(result)))
                    .version();
        } catch (MalformedModelException e) {
            throw new IllegalStateException("A result made here cannot be read", e);
        }
    }

    private void post(Watch watch, Response event) {
        int bytes = ResponseCodec.encodedBytesMax(event);
        watch.unconfirmedBytes += bytes;
        post(watch.id.watcher(), watch.id.correlation(), event, bytes);
    }

    private void post(Watcher watcher, long correlation, Response response, int bytes) {
        if (watcher.homeShard() == shard.index()) {
            watcher.push(correlation, response, bytes);
        } else {
            shard.handOver(watcher.homeShard(), () -> watcher.push(correlation, response, bytes));
        }
    }
}

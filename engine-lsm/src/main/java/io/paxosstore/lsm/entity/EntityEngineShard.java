package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.lsm.model.ObjectChanges;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.ImageExport;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * One shard of the engine: the entries of its entities are in the journal, their data in RocksDB.
 * For the shard's thread, but for the pages of an image.
 *
 * <p>Either of the two may be behind the other after a crash. Where the data is behind, the entries
 * that the journal knows to be chosen are applied again; if they are gone, the entity is told to
 * lag. Where the journal is behind, it is told which value was chosen, in a record without its
 * payload (a <em>stub</em>), before the core writes a record that states the data's version:
 * otherwise that record would declare chosen whatever was accepted there, or nothing at all.
 */
public final class EntityEngineShard implements EntityShard {
    private static final Logger LOG = LoggerFactory.getLogger(EntityEngineShard.class);

    private final EntityEnvironment environment;
    private final RebuiltEntities rebuilt;
    private final JournalShard journal;
    private final ShardData data;
    private final DataEvaluation evaluation;
    private final Slices slices;
    private final LongEvaluations longEvaluations;
    private final Upkeep.Progress progress;
    private final boolean defers;

    private final Stubs stubs;
    private final ChosenEntries chosen;
    private final HeldRecords heldRecords = new HeldRecords();
    private final Removals removals;

    EntityEngineShard(
            EntityEngineConfig config,
            EntityEnvironment environment,
            EntityIdentity identity,
            JournalShard journal,
            ShardData data,
            LongEvaluations longEvaluations,
            Upkeep.Progress progress,
            Removals removals) {
        this.environment = environment;
        this.rebuilt = new RebuiltEntities(environment, identity, journal);
        this.journal = journal;
        this.data = data;
        this.stubs = new Stubs(journal, heldRecords, rebuilt, this::makeDurable);
        this.chosen = new ChosenEntries(journal, data);
        this.defers = config.batching().isOn();
        this.evaluation =
                new DataEvaluation(
                        data,
                        new Evaluator(config.journal().log().payloadBytesMax()),
                        environment.wallMillis());
        this.slices = new Slices(config.evaluation(), environment.journal().nanoClock());
        this.longEvaluations = longEvaluations;
        this.progress = progress;
        this.removals = removals;
    }

    ShardData data() {
        return data;
    }

    /** After a start: see {@link Replay}. */
    void recover() {
        new Replay(journal, data, chosen).run();
    }

    /** After the journal was lost: tells it of an entity that is in the data alone. */
    void adopt(EntityKey key) {
        load(key, false);
    }

    /**
     * {@inheritDoc}
     *
     * <p>An entity whose data cannot be used is told with version 0, and as amnesiac; an image
     * makes it usable again, and a rebuilt record a voter. The value is null also where an image
     * came instead of the entry.
     */
    @Override
    public Stored load(EntityKey key, boolean withValue) {
        if (isDropped(key)) {
            return Stored.NOTHING;
        }
        data.settle(key);
        Stored log = journal.load(key, false);
        ShardData.Held held =
                chosen.load(key, Math.max(log.version(), data.outstanding().version(key)));
        if (held == null && !log.amnesiac()) {
            // The owner knows; the journal keeps in mind that a rebuilt record is due.
            journal.quarantine(key);
        } else if (held != null
                && held.version() > 0
                && !isSettled(key, log, held)
                && !isMarked(key, held.head(), log)) {
            stubs.write(key, held.head(), log);
        }
        EntryValue value = null;
        if (withValue && held != null && held.version() > 0) {
            value = chosen.valueAt(key, held.head());
        }
        // What was done since may have changed what the journal knows, or found damage.
        return compose(key, journal.load(key, false), held, value);
    }

    @Override
    public boolean takeCaughtUp() {
        return chosen.takeCaughtUp();
    }

    /** {@link #load} would put a stub behind an entry on its way: its value would be lost. */
    @Override
    public Stored look(EntityKey key) {
        return isDropped(key)
                ? Stored.NOTHING
                : compose(key, journal.load(key, false), data.held(key), null);
    }

    private Stored compose(
            EntityKey key,
            Stored log,
            ShardData.@Nullable Held held,
            @Nullable EntryValue chosenValue) {
        boolean amnesiac = log.amnesiac() || held == null || !rebuilt.isTrusted(key);
        EntityHead head = held == null ? EntityHead.NOTHING : held.head();
        return HeldEntity.of(log, head, amnesiac, chosenValue);
    }

    /** Whether the journal knows what was chosen at the data's version, or later. */
    private boolean isSettled(EntityKey key, Stored log, ShardData.Held held) {
        if (log.version() != held.version()) {
            return log.version() > held.version();
        }
        // The record of this very entry may be the damaged one.
        return !log.amnesiac() || chosen.at(key, held.head()) != null;
    }

    /** Marks the data's newest entry as chosen, if the journal has its value. */
    private boolean isMarked(EntityKey key, EntityHead head, Stored log) {
        EntryValue pending = log.pendingValue();
        boolean found =
                !log.amnesiac()
                        && log.pendingEntry() == head.version()
                        && pending != null
                        && pending.id().equals(head.id());
        if (found) {
            journal.markChosen(key, head.version());
        }
        return found;
    }

    /**
     * An image has become the entity's data. Accepts of its entry may be under way, of which a mark
     * would take the last one, whatever its value: so there is a stub behind them.
     */
    Stored installed(EntityKey key) {
        ShardData.Held held = data.held(key);
        Stored log = journal.load(key, false);
        if (held != null
                && log.version() < held.version()
                && (journal.isUnderWay(key) || !isMarked(key, held.head(), log))) {
            stubs.write(key, held.head(), log);
        }
        return load(key, false);
    }

    /** Applies what waits for this entity, and what found no room before, if there is some now. */
    void settle(EntityKey key) {
        if (!chosen.isCurrent(key)) {
            LOG.debug("entity.behind entity={}", key);
        }
    }

    @Override
    public void apply(Effects.Apply entry) {
        EntityKey key = entry.key();
        if (isDropped(key)) {
            return;
        }
        long before = entry.after().version() - 1;
        if (before > 0 && data.deferredVersion(key) == before) {
            data.defer(entry, nowNanos());
            return;
        }
        if (before == 0 && data.isDamaged(key)) {
            data.beginAnew(key);
        }
        ShardData.Held held = data.numbers(key);
        if (held != null && held.version() < before) {
            held = chosen.catchUp(key, before);
        }
        if (held != null && held.version() < before && data.outstanding().version(key) > 0) {
            data.outstanding().add(key, entry.after().version());
        } else if (held != null && held.version() < before) {
            // The core went on while damaged data was replaced by an image of an older version.
            LOG.error("entity.gap entity={} version={} next={}", key, held.version(), before + 1);
            data.distrust(key);
        } else if (held != null && held.version() == before && mayDefer(key)) {
            data.defer(entry, nowNanos());
        } else {
            data.apply(entry);
        }
    }

    private boolean mayDefer(EntityKey key) {
        return defers && !data.isUnwritten(key) && environment.mayWait(key);
    }

    private long nowNanos() {
        return environment.journal().nanoClock().getAsLong();
    }

    @Override
    public Input.Evaluated evaluate(Effects.Evaluate question) {
        Invariant.check(!question.isLong(), "a long evaluation on the shard's thread");
        if (!chosen.isCurrent(question.key())) {
            return Evaluator.nothing(question);
        }
        return evaluation.evaluate(question, slices.begin());
    }

    @Override
    public LongWork evaluateLong(
            Effects.Evaluate question, long nanos, Consumer<Input.Evaluation> answer) {
        if (!chosen.isCurrent(question.key())) {
            answer.accept(Evaluator.nothing(question));
            return () -> {};
        }
        LongWork begun =
                longEvaluations.begin(
                        question.key(),
                        nanos,
                        true,
                        meter -> answer.accept(evaluation.evaluateLong(question, meter)));
        if (begun == null) {
            answer.accept(DataEvaluation.given(question, Outcome.Reason.OVERLOADED));
            return () -> {};
        }
        return begun;
    }

    @Override
    public ReadAnswer read(EntityKey key, Command query) {
        return chosen.isCurrent(key)
                ? evaluation.read(key, query, slices.begin())
                : new ReadAnswer.Unreadable();
    }

    @Override
    public @Nullable ChangedObjects changedObjects(byte[] changes, long entry, int objectsMax) {
        return ObjectChanges.orNull(changes, entry, objectsMax);
    }

    @Override
    public LongWork readLong(
            EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer) {
        if (!chosen.isCurrent(key)) {
            answer.accept(new ReadAnswer.Unreadable());
            return () -> {};
        }
        LongWork begun =
                longEvaluations.begin(
                        key,
                        nanos,
                        false,
                        meter -> answer.accept(evaluation.readLong(key, query, meter)));
        if (begun == null) {
            answer.accept(new ReadAnswer.GivenUp(Outcome.Reason.OVERLOADED));
            return () -> {};
        }
        return begun;
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax) {
        return chosen.above(key, above, bytesMax);
    }

    /**
     * {@inheritDoc}
     *
     * <p>If a page cannot be read the source ends without a last page, so that nobody takes the
     * image for complete.
     */
    @Override
    public @Nullable ImageSource exportImage(EntityKey key, long above) {
        data.settle(key);
        return data.guard(
                key,
                () -> {
                    EntityMeta meta = data.store().meta(key);
                    if (meta == null) {
                        return null;
                    }
                    ImageExport export = data.store().export(key, above);
                    return new ExportedImage(key, data, export);
                });
    }

    @Override
    public ImageTarget installImage(EntityKey key) {
        return new InstalledImage(key, this, data);
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        return journal.page(
                cursor,
                entities,
                false,
                (key, _, _) -> {
                    if (visitor.wants(key)) {
                        ShardData.Held held = data.numbers(key);
                        int checksum = held == null || !withChecksums ? 0 : held.checksum();
                        visitor.entity(key, held == null ? 0 : held.version(), checksum);
                    }
                });
    }

    @Override
    public long slotPage(IntPredicate slots, long cursor, int entities, PageVisitor visitor) {
        PageVisitor inner = (key, _, _) -> visitor.entity(key, contentVersion(key), 0);
        return journal.slotPage(slots, cursor, entities, inner);
    }

    @Override
    public long sizes(long cursor, int entities, SizeVisitor visitor) {
        return journal.page(cursor, entities, false, data.sizes(visitor));
    }

    @Override
    public long contentVersion(EntityKey key) {
        ShardData.Held held = data.numbers(key);
        return held == null ? 0 : held.version();
    }

    /** What an amnesiac holds of an entity is no evidence against others. */
    @Override
    public ContentDigest digest(EntityKey key, long version) {
        boolean counts = chosen.isCurrent(key) && !isDropped(key) && !look(key).amnesiac();
        return counts ? data.digests().begin(key, version) : ContentDigest.NONE;
    }

    @Override
    public int checksum(EntityKey key) {
        ShardData.Held held = data.numbers(key);
        return held == null || look(key).amnesiac() ? 0 : held.checksum();
    }

    @Override
    public void quarantine(EntityKey key) {
        journal.quarantine(key);
        data.distrust(key);
    }

    /**
     * Forgets what is held of the entities of dropped spaces but for their data, with the next
     * drains. Any thread.
     *
     * @param onEnd called when all of it is forgotten, on the shard's thread
     */
    void forgetDropped(Runnable onEnd) {
        journal.forgetDroppedSpaces(data::forget, onEnd);
    }

    /** Whether the disk has no room for the data. Any thread. */
    boolean isFull() {
        return data.store().isFull();
    }

    /** {@inheritDoc} The data is chosen, in whatever tenure: it is removed when a slot is left. */
    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        journal.forget(slots, data::forgetWork, onEnd);
    }

    private boolean isDropped(EntityKey key) {
        return environment.journal().droppedSpaces().test(key.space());
    }

    /**
     * {@inheritDoc}
     *
     * <p>A record that ends the amnesia of one entity states the data's version, and the journal
     * may have lost what that was applied from (Rules C2, D6): the data is made durable first,
     * which blocks for the disk, once for each damaged entity. While the whole node or the entity's
     * slot is rebuilt, that is done in the end. If the disk is full, the record waits for room.
     */
    @Override
    public void append(LogRecord record, long ticket) {
        Invariant.check(!Stubs.isOwn(ticket), "this ticket is the engine's own");
        EntityKey key = record.key();
        int slotRebuilding = rebuilt.slotRebuilding(key);
        boolean restsOnData = record.rebuilt() && environment.isWhole(key);
        if (heldRecords.holds(key) || (restsOnData && !makeDurable(record))) {
            heldRecords.add(record, ticket, slotRebuilding);
        } else {
            journal.append(record, ticket);
        }
    }

    /**
     * Makes the data that a record states durable; later entries, which wait behind the record, may
     * be missing in it.
     *
     * @return whether it is: false if the disk is full
     */
    private boolean makeDurable(LogRecord record) {
        return !isFull()
                && chosen.reflects(record.key(), record.version())
                && data.change(() -> data.store().flush()) != null;
    }

    private void appendHeldRecords() {
        if (!heldRecords.isEmpty() && !isFull()) {
            for (HeldRecords.Held held : heldRecords.take()) {
                boolean isDamaged = data.isDamaged(held.record().key());
                if (Stubs.isOwn(held.ticket())) {
                    stubs.append(held, isDamaged);
                } else {
                    if (isDamaged) {
                        data.stop("What ends the amnesia of " + held.record().key() + " is lost.");
                    }
                    append(held.record(rebuilt), held.ticket());
                }
            }
            journal.commit();
        }
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        if (!heldRecords.holds(key)) { // a load finds out without a mark, too
            journal.markChosen(key, entry);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>What was applied is written when the journal's writer is at work already.
     */
    @Override
    public void commit() {
        journal.commit();
        data.write();
    }

    @Override
    public int drain(DurableListener listener) {
        int[] own = new int[1];
        int drained =
                journal.drain((key, ticket) -> {
                    if (Stubs.isOwn(ticket)) {
                        own[0]++;
                        stubs.durable(key);
                    } else {
                        listener.durable(key, ticket);
                    }
                });
        data.settleDue(nowNanos());
        chosen.applyOutstanding(heldRecords::holds);
        appendHeldRecords();
        removals.step();
        data.tellDurable(progress.durable(), journal::dataDurable);
        return drained - own[0];
    }

    @Override
    public long pendingBytes() {
        return journal.pendingBytes();
    }
}

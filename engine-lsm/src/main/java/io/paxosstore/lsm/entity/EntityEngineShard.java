package io.paxosstore.lsm.entity;

import io.paxosstore.core.Command;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.StorageEngine.Standing;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.ImageExport;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.SnapshotState;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    /** The ticket of records that the core knows nothing of. */
    private static final long OWN_TICKET = Long.MIN_VALUE;

    /** The payload of a value that was not kept: no entry has so short a one. */
    private static final byte[] STUB = {};

    private static final int LISTED_ENTITIES = 1000;

    private final int number;
    private final int shards;
    private final EntityEnvironment environment;
    private final EntityIdentity identity;
    private final JournalShard journal;
    private final ShardData data;
    private final Evaluator evaluator;
    private final Upkeep.Progress progress;
    private final boolean defers;

    /** Stubs that are not durable yet. */
    private final Map<EntityKey, Long> stubs = new HashMap<>();

    EntityEngineShard(
            int number,
            EntityEngineConfig config,
            EntityEnvironment environment,
            EntityIdentity identity,
            JournalShard journal,
            ShardData data,
            Upkeep.Progress progress) {
        this.number = number;
        this.shards = config.journal().shards();
        this.environment = environment;
        this.identity = identity;
        this.journal = journal;
        this.data = data;
        this.defers = config.batching().isOn();
        this.evaluator = new Evaluator(config.journal().payloadBytesMax());
        this.progress = progress;
    }

    ShardData data() {
        return data;
    }

    /**
     * After a start: tells the journal what of the data is durable, and applies what the journal
     * knows to be chosen and the data lacks.
     */
    void recover() {
        long[] replayed = new long[1];
        journal.unapplied((key, durable, version) -> {
            ShardData.Held held = data.numbers(key);
            if (held != null && held.version() > 0) {
                journal.dataDurable(key, held.version());
            }
            if (held != null && held.version() < version) {
                catchUp(key, version);
                replayed[0]++;
            }
        });
        LOG.info("entity.recovered replayed={}", replayed[0]);
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
        Stored log = journal.load(key, false);
        ShardData.Held held = catchUp(key, log.version());
        if (held == null && !log.amnesiac()) {
            // The owner knows; the journal keeps in mind that a rebuilt record is due.
            journal.quarantine(key);
        } else if (held != null && held.version() > 0 && !isSettled(key, log, held)) {
            if (!isMarked(key, held.head(), log)) {
                writeStub(key, held.head());
            }
        }
        EntryValue value = null;
        if (withValue && held != null && held.version() > 0) {
            value = chosen(key, held.head());
        }
        if (value != null && isStub(value)) {
            value = null;
        }
        // What was done since may have changed what the journal knows, or found damage.
        return compose(key, journal.load(key, false), held, value);
    }

    /**
     * What is held of an entity of which records may be under way: unlike {@link #load}, which
     * would take the journal to be behind then.
     */
    Stored look(EntityKey key) {
        return compose(key, journal.load(key, false), data.held(key), null);
    }

    private Stored compose(
            EntityKey key,
            Stored log,
            ShardData.@Nullable Held held,
            @Nullable EntryValue chosenValue) {
        EntityHead head = held == null ? EntityHead.NOTHING : held.head();
        long version = head.version();
        boolean amnesiac = log.amnesiac() || held == null || !isTrusted(key);
        if (log.pendingEntry() > version) {
            return new Stored(
                    version,
                    chosenValue,
                    log.pendingEntry(),
                    log.promised(),
                    log.accepted(),
                    log.pendingValue(),
                    head,
                    amnesiac);
        }
        if (log.version() > version) {
            // The entries between are settled and gone: an image must come.
            long promised = amnesiac ? LogRecord.FLOOR : 0;
            return new Stored(
                    version, chosenValue, log.version() + 1, promised, 0, null, head, amnesiac);
        }
        return new Stored(version, chosenValue, 0, 0, 0, null, head, amnesiac);
    }

    /** Rule A2: whether what the journal holds of the entity is all that was ever there. */
    private boolean isTrusted(EntityKey key) {
        return environment.node().standing() == Standing.WHOLE
                || journal.rebuiltStamp(key) > identity.trustedAbove();
    }

    /** Applies what the journal knows to be chosen; null when the data cannot be used. */
    private ShardData.@Nullable Held catchUp(EntityKey key, long version) {
        ShardData.Held held = data.held(key);
        if (held == null || held.version() >= version) {
            return held;
        }
        EntityHead[] head = {held.head()};
        journal.replay(
                key,
                held.version() + 1,
                (entry, value) -> {
                    if (isStub(value)) {
                        return false;
                    }
                    EntityHead.Next next = head[0].after(value);
                    head[0] = next.head();
                    return data.apply(new Effects.Apply(key, next.head(), next.changes()));
                });
        return data.held(key);
    }

    private static boolean isStub(EntryValue value) {
        return value.payload().length == 0;
    }

    /** Whether the journal knows what was chosen at the data's version, or later. */
    private boolean isSettled(EntityKey key, Stored log, ShardData.Held held) {
        if (log.version() != held.version()) {
            return log.version() > held.version();
        }
        // The record of this very entry may be the damaged one.
        return !log.amnesiac() || chosen(key, held.head()) != null;
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
     * Makes sure that a record which states the data's version as chosen does not declare another
     * value to be so.
     */
    private void writeStub(EntityKey key, EntityHead head) {
        long version = head.version();
        Long written = stubs.get(key);
        if (written == null || written != version) {
            stubs.put(key, version);
            EntryValue stub = EntryValue.of(Objects.requireNonNull(head.id()), STUB);
            journal.append(new LogRecord(key, version, 0, 0, stub, true, version), OWN_TICKET);
        }
    }

    /**
     * An image has become the entity's data. Accepts of its entry may be under way, of which a mark
     * would take the last one, whatever its value: so there is a stub behind them.
     */
    Stored installed(EntityKey key) {
        ShardData.Held held = data.held(key);
        if (held != null && journal.load(key, false).version() < held.version()) {
            writeStub(key, held.head());
        }
        return load(key, false);
    }

    /** What the journal knows to be chosen at the data's version, if it is the same. */
    private @Nullable EntryValue chosen(EntityKey key, EntityHead head) {
        EntryValue[] found = new EntryValue[1];
        journal.replay(
                key,
                head.version(),
                (entry, value) -> {
                    found[0] = value;
                    return false;
                });
        EntryValue value = found[0];
        return value != null && value.id().equals(head.id()) ? value : null;
    }

    @Override
    public void apply(Effects.Apply entry) {
        EntityKey key = entry.key();
        long before = entry.after().version() - 1;
        if (before > 0 && data.deferredVersion(key) == before) {
            data.defer(entry, nowNanos());
            return;
        }
        ShardData.Held held = data.numbers(key);
        if (held != null && held.version() < before) {
            held = catchUp(key, before);
        }
        if (held != null && held.version() < before) {
            // The core went on while damaged data was replaced by an image of an older version.
            LOG.error("entity.gap entity={} version={} next={}", key, held.version(), before + 1);
            data.distrust(key);
        } else if (held != null && held.version() == before && mayDefer(key)) {
            data.defer(entry, nowNanos());
        } else {
            data.apply(entry);
        }
    }

    /** Rule C5; whoever rebuilds makes all of it durable soon. */
    private boolean mayDefer(EntityKey key) {
        return defers
                && environment.node().standing() == Standing.WHOLE
                && environment.mayDefer().test(key);
    }

    private long nowNanos() {
        return environment.journal().nanoClock().getAsLong();
    }

    @Override
    public Input.Evaluated evaluate(Effects.Evaluate question) {
        data.settle(question.key());
        Input.Evaluated answer =
                data.guard(
                        question.key(),
                        () -> {
                            try (SnapshotState state = data.store().read(question.key())) {
                                return evaluator.evaluate(question, state);
                            }
                        });
        return answer == null ? Evaluator.nothing(question) : answer;
    }

    @Override
    public byte @Nullable [] read(EntityKey key, Command query) {
        data.settle(key);
        return data.guard(
                key,
                () -> {
                    try (SnapshotState state = data.store().read(key)) {
                        return evaluator.read(query, state, environment.wallMillis().getAsLong());
                    }
                });
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax) {
        List<EntryValue> entries = new ArrayList<>();
        long[] bytes = new long[1];
        journal.replay(
                key,
                above + 1,
                (entry, value) -> {
                    bytes[0] += value.payload().length;
                    boolean fits = entries.isEmpty() || bytes[0] <= bytesMax;
                    if (isStub(value) || !fits) {
                        return false;
                    }
                    entries.add(value);
                    return true;
                });
        return entries;
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
                    ShardData.Held held = data.numbers(key);
                    if (held == null) {
                        visitor.entity(key, 0, 0);
                    } else {
                        visitor.entity(key, held.version(), withChecksums ? held.checksum() : 0);
                    }
                });
    }

    @Override
    public int checksum(EntityKey key) {
        ShardData.Held held = data.numbers(key);
        return held == null || load(key, false).amnesiac() ? 0 : held.checksum();
    }

    @Override
    public void quarantine(EntityKey key) {
        journal.quarantine(key);
        data.distrust(key);
    }

    /** Forgets the entities of dropped spaces, all at once, with their data. */
    public void forgetDroppedSpaces() {
        journal.forgetDroppedSpaces();
        EntityKey after = null;
        List<LsmStore.Listed> page = list(after);
        while (!page.isEmpty()) {
            for (LsmStore.Listed one : page) {
                after = one.entity();
                if (isMine(after) && isDropped(after)) {
                    remove(after);
                }
            }
            page = list(after);
        }
    }

    private List<LsmStore.Listed> list(@Nullable EntityKey after) {
        List<LsmStore.Listed> page =
                data.change(() -> data.store().entities(after, LISTED_ENTITIES));
        return page == null ? List.of() : page;
    }

    private void remove(EntityKey key) {
        data.forget(key);
        data.change(() -> {
            data.store().remove(key);
            return true;
        });
    }

    private boolean isMine(EntityKey key) {
        return key.shard(shards) == number;
    }

    private boolean isDropped(EntityKey key) {
        return environment.journal().droppedSpaces().test(key.space());
    }

    /**
     * {@inheritDoc}
     *
     * <p>A record that ends the amnesia of one entity states the data's version, and the journal
     * may have lost what that was applied from (Rules C2, D6): the data is made durable first,
     * which blocks for the disk, once for each damaged entity. While the whole node is rebuilt,
     * that is done in the end.
     */
    @Override
    public void append(LogRecord record, long ticket) {
        Invariant.check(ticket != OWN_TICKET, "this ticket is the engine's own");
        if (record.rebuilt() && environment.node().standing() == Standing.WHOLE) {
            data.settle(record.key());
            data.change(() -> data.store().flush());
        }
        journal.append(record, ticket);
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        journal.markChosen(key, entry);
    }

    @Override
    public void commit() {
        journal.commit();
    }

    @Override
    public int drain(DurableListener listener) {
        int[] own = new int[1];
        int drained =
                journal.drain((key, ticket) -> {
                    if (ticket == OWN_TICKET) {
                        own[0]++;
                        stubs.remove(key);
                    } else {
                        listener.durable(key, ticket);
                    }
                });
        data.settleDue(nowNanos());
        data.marks().durable(progress.durable(), journal::dataDurable);
        return drained - own[0];
    }

    @Override
    public long pendingBytes() {
        return journal.pendingBytes();
    }
}

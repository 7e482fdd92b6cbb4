package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.sim.entity.Effect;
import io.paxosstore.sim.entity.EntityCommand;
import io.paxosstore.sim.entity.EntityMachine;
import io.paxosstore.sim.entity.EntityState;
import io.paxosstore.sim.entity.HeldTable;
import io.paxosstore.sim.entity.Row;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The simplest storage of general PaxosLogs that keeps the contract: a list of records as the
 * journal, and data that becomes durable now and then, whatever the journal has of it (its own log
 * is off: Rule D6). Not thread-safe.
 *
 * <p>An entry's changes are what {@link Effect#encode} makes, the data is an {@link EntityState}.
 */
final class ModelEntityStorage implements SimStorage, SimData {
    private final EntityBug bug;
    private final PendingRecords pending = new PendingRecords();
    private final List<TenuredRecord> disk = new ArrayList<>();
    private final Map<EntityKey, ModelEntity> view = new TreeMap<>(EntityPages.ORDER);
    private final RebuiltInSlots slots = new RebuiltInSlots();
    private final ForgottenDamage forgottenDamage = new ForgottenDamage();
    private Supplier<SlotTenures> tenures = () -> SlotTenures.FIRST;
    private boolean rebuilding;
    private int damages;
    private int evaluations;
    private boolean hasCaughtUp;
    private Observer observer = (key, what) -> {};

    private final ModelMerges merges;

    /**
     * @param bug a planted bug, or none
     * @param random for what the storage does at times of its own
     */
    ModelEntityStorage(EntityBug bug, RandomSource random) {
        this.bug = bug;
        this.merges = new ModelMerges(random);
    }

    private ModelEntity entity(EntityKey key) {
        return view.computeIfAbsent(key, absent -> new ModelEntity(absent, bug));
    }

    @Override
    public void open(CrashableFileSystem fs, NodeIdentity identity) {
        slots.open(identity);
        tenures = identity::slotTenures;
        recover();
    }

    private void recover() {
        SlotTenures now = tenures.get();
        view.values().forEach(ModelEntity::forget);
        for (TenuredRecord written : disk) {
            if (written.counts(now)) {
                entity(written.record().key()).take(written.record());
            }
        }
        for (ModelEntity held : view.values()) {
            held.recovered();
            if (forgottenDamage.isFound(held.key(), now)) {
                held.quarantine();
            }
        }
    }

    /** What is chosen stays as data, as it does with the real engine for a while. */
    @Override
    public void forget(IntPredicate left, int step) {
        Predicate<EntityKey> which = SimStorage.inStep(left, step);
        pending.checkNone(which);
        for (ModelEntity held : view.values()) {
            if (which.test(held.key())) {
                if (held.hasDamagedRecords()) {
                    forgottenDamage.forget(held.key(), tenures.get());
                }
                held.forget();
            }
        }
    }

    // The journal.

    private Stored absent(EntityKey key) {
        return rebuilding || slots.isRebuilding(key) ? Stored.LOST : Stored.NOTHING;
    }

    private Stored stored(ModelEntity held) {
        return held.stored(rebuilding, slots.isAmnesiac(held.key()));
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        ModelEntity held = view.get(key);
        if (held == null) {
            return absent(key);
        }
        held.checkSynced();
        long before = held.version();
        held.replay();
        hasCaughtUp |= held.version() > before;
        LogRecord mask = held.mask();
        if (mask != null) {
            pending.add(mask, tenures.get().of(key), PendingRecords.OWN);
        }
        return stored(held);
    }

    /** Of the spaces that come and go no simulated client uses one of entities. */
    @Override
    public void spacesDropped(int[] spaces) {}

    @Override
    public Stored look(EntityKey key) {
        ModelEntity held = view.get(key);
        if (held == null) {
            return absent(key);
        }
        return stored(held);
    }

    @Override
    public int checksum(EntityKey key) {
        ModelEntity held = view.get(key);
        Stored stored = held == null ? Stored.NOTHING : stored(held);
        EntryValue value = stored.chosenValue();
        return stored.amnesiac() || value == null ? 0 : value.crc();
    }

    @Override
    public long page(
            long cursor, int entities, boolean withChecksums, StorageShard.PageVisitor visitor) {
        return EntityPages.page(this, view.keySet(), cursor, withChecksums, _ -> false, visitor);
    }

    @Override
    public long slotPage(
            IntPredicate slots, long cursor, int entities, StorageShard.PageVisitor visitor) {
        return EntityPages.page(
                this, view.keySet(), cursor, false, this::isDamaged, visitor.only(slots));
    }

    @Override
    public long keys() {
        return view.size();
    }

    @Override
    public void quarantine(EntityKey key) {
        entity(key).quarantine();
    }

    @Override
    public void append(LogRecord record, long ticket) {
        pending.add(record, tenures.get().of(record.key()), ticket);
        slots.appended(record);
        ModelEntity held = entity(record.key());
        held.appended();
        if (record.rebuilt() && !rebuilding && !slots.isRebuilding(record.key())) {
            held.flush(); // what it was applied from may have rotted
        }
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        entity(key).mark(entry);
    }

    @Override
    public void commit() {
        pending.commit();
    }

    @Override
    public void sync(DurableListener listener) {
        for (PendingRecords.Item item : pending.synced()) {
            disk.add(item.tenured());
            slots.synced(item.record());
            forgottenDamage.synced(item.record());
            if (item.ticket() != PendingRecords.OWN) {
                entity(item.record().key()).synced(item.record());
                listener.durable(item.record().key(), item.ticket());
            }
        }
    }

    @Override
    public void crash(RandomSource random) {
        disk.addAll(pending.crash(random));
        slots.forget();
        for (ModelEntity held : view.values()) {
            merges.perhaps(held, observer);
            if (held.crash()) {
                observer.occurred(held.key(), Occurrence.MERGE_LOST);
            }
        }
        recover();
        view.values().forEach(held -> merges.perhaps(held, observer));
    }

    @Override
    public void wipe() {
        disk.clear();
        pending.clear();
        view.clear();
        slots.forget();
        rebuilding = true;
    }

    /** What was rebuilt is made durable first: it may be the only copy but one. */
    @Override
    public void whole() {
        view.values().forEach(ModelEntity::flush);
        rebuilding = false;
    }

    @Override
    public void slotsWhole(IntPredicate which) {
        for (ModelEntity held : view.values()) {
            if (which.test(Slots.of(held.key()))) {
                held.flush();
            }
        }
    }

    @Override
    public void rebuild() {
        rebuilding = true;
        view.values().forEach(ModelEntity::distrust);
    }

    @Override
    public boolean isSound() {
        return view.values().stream().noneMatch(ModelEntity::isUnsettled);
    }

    @Override
    public void damage(EntityKey key) {
        ModelEntity held = view.get(key);
        if (held == null) {
            return;
        }
        if (damages++ % 2 == 0) {
            LogRecord lost = held.loseLast();
            if (lost != null) {
                // What was accepted of the entry before may have lost: it is of no use either.
                disk.removeIf(each ->
                        each.record().key().equals(key)
                                && each.record().entry() == lost.entry()
                                && !each.record().chosen());
                disk.removeIf(each -> each.record().equals(lost));
            }
        } else {
            held.loseData();
        }
    }

    // The data.

    @Override
    public void observe(Observer told) {
        observer = told;
    }

    @Override
    public boolean takeCaughtUp() {
        boolean taken = hasCaughtUp;
        hasCaughtUp = false;
        return taken;
    }

    @Override
    public void apply(Effects.Apply entry) {
        ModelEntity held = entity(entry.key());
        merges.perhaps(held, observer);
        held.apply(entry.after(), entry.changes());
        merges.perhaps(held, observer);
    }

    @Override
    public Input.Evaluated evaluate(
            Effects.Evaluate question, RecordingMachine machine, BooleanSupplier takesLong) {
        ModelEntity held = entity(question.key());
        List<byte @Nullable []> results = new ArrayList<>();
        Map<RequestId, byte[]> executed = new LinkedHashMap<>();
        EntityMachine objects =
                new EntityMachine(
                        EntityState.decode(held.stateToEvaluate()),
                        question.version() + 1,
                        question.clockMillis());
        if (held.version() == question.version()) {
            for (Command command : question.commands()) {
                if (takesLong.getAsBoolean()) {
                    results.add(null);
                    continue;
                }
                RecordingMachine.Named named = (RecordingMachine.Named) command;
                byte[] result = objects.execute((EntityCommand) named.command()).encode();
                executed.put(named.id(), result);
                results.add(result);
            }
        }
        List<Effect> effects = objects.effects();
        if (bug == EntityBug.ROWS_IN_PART) {
            inPart(effects, EntityState.decode(held.stateToEvaluate()));
        }
        if (bug == EntityBug.EFFECT_LEFT_OUT && effects.size() > 1 && ++evaluations % 8 == 0) {
            effects.removeLast();
        }
        byte[] changes = Effect.encode(machine.evaluated(executed), effects);
        return new Input.Evaluated(question.key(), question.ticket(), results, changes);
    }

    /** Leaves of each row only what the effect changes. */
    private static void inPart(List<Effect> effects, EntityState before) {
        EntityState state = before;
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.PutRow put) {
                Row old = state.rows().get(put.key());
                Optional<Row> part = put.row().map(row -> old == null ? row : row.changedFrom(old));
                effects.set(i, new Effect.PutRow(put.key(), part));
            }
            state = state.after(effects.get(i));
        }
    }

    @Override
    public long version(EntityKey key) {
        return entity(key).version();
    }

    @Override
    public boolean isDamaged(EntityKey key) {
        return entity(key).isDamaged();
    }

    @Override
    public boolean isUnreadable(EntityKey key) {
        return entity(key).isUnreadable();
    }

    @Override
    public byte[] state(EntityKey key) {
        return entity(key).state();
    }

    @Override
    public long changed(EntityKey key) {
        return entity(key).changed();
    }

    @Override
    public long clockMillis(EntityKey key) {
        return entity(key).clockMillis();
    }

    @Override
    public HeldTable table(EntityKey key) {
        return entity(key).table();
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above) {
        return entity(key).entriesAbove(above);
    }

    @Override
    public @Nullable Image image(EntityKey key, long above) {
        return entity(key).image(above);
    }

    @Override
    public boolean isFollowedBy(EntityKey key, Image image) {
        return entity(key).isFollowedBy(image);
    }

    @Override
    public Stored install(EntityKey key, Image image) {
        ModelEntity held = entity(key);
        if (image.head().version() <= held.version()) {
            return stored(held);
        }
        merges.perhaps(held, observer);
        Stored installed = held.install(image);
        observer.occurred(
                key,
                image.above() == 0 ? Occurrence.IMAGE_INSTALLED : Occurrence.ELEMENTS_APPENDED);
        if (!image.state().table().delta().isEmpty()) {
            observer.occurred(key, Occurrence.DELTA_INSTALLED);
        }
        merges.perhaps(held, observer);
        return installed;
    }

    /** Makes data durable, and drops entries that durable data makes needless (Rule D6). */
    @Override
    public void work(RandomSource random) {
        view.values().forEach(held -> merges.perhaps(held, observer));
        if (random.chance(0.2)) {
            for (ModelEntity held : view.values()) {
                if (held.flush()) {
                    observer.occurred(held.key(), Occurrence.DATA_FLUSHED);
                }
            }
        }
        if (random.chance(0.2)) {
            for (ModelEntity held : view.values()) {
                if (pending.has(held.key()::equals)) {
                    continue; // it may be what says that older records are needless
                }
                long needless = held.reclaim();
                boolean any =
                        disk.removeIf(each ->
                                each.record().key().equals(held.key())
                                        && each.counts(tenures.get())
                                        && each.record().entry() < needless
                                        && !each.record().rebuilt());
                if (any) {
                    observer.occurred(held.key(), Occurrence.JOURNAL_RECLAIMED);
                }
            }
        }
    }
}

package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.EntityShard;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.sim.entity.EntityEvents;
import io.paxosstore.sim.entity.EntityState;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The same of general PaxosLogs, with the data beside them. Not thread-safe. */
final class SimEntityShard extends SimShard implements EntityShard {
    private static final double SLOW_CHANCE = 0.25;
    private static final double LONG_CHANCE = 0.2;
    private static final double GIVEN_UP_CHANCE = 0.2;
    private static final long LONG_NANOS_MAX = 40_000_000;

    /** What a read asks: the whole data of an entity, as it is shown. */
    record Query() implements Command {}

    private final SimCluster cluster;
    private final SimData data;

    /** Whether some commands take long. */
    private final boolean isSlow;

    private final RandomSource slowness;

    SimEntityShard(SimCluster cluster, SimNode node, SimStorage storage, SimData data) {
        super(node, storage);
        this.cluster = cluster;
        this.data = data;
        // Not forked from the others' randomness: what they draw from a seed stays as it was.
        long drawn = cluster.swarm().disk().syncNanos();
        this.isSlow = new RandomSource(drawn).chance(SLOW_CHANCE);
        this.slowness = new RandomSource(drawn + node.id());
        data.observe(this::occurred);
    }

    private void occurred(EntityKey key, Occurrence what) {
        cluster.trace()
                .line(() -> cluster.at(node().id()) + "has of " + Describe.key(key) + ": " + what);
        cluster.occurred(key, what);
        check(key);
    }

    private void check(EntityKey key) {
        boolean apart = cluster.truth().held(node().id(), key, data.version(key), data.table(key));
        cluster.count(Occurrence.MERGED_APART, apart ? 1 : 0);
    }

    @Override
    public void append(LogRecord record, long ticket) {
        super.append(record, ticket);
        EntryValue value = record.value();
        if (node().hostBug() == HostBug.WATCH_TELLS_ACCEPTED && value != null) {
            byte[] noRequests = EntityHead.NOTHING.requestTable();
            EntityHead after = EntityHead.of(record.entry(), value.id(), 0, noRequests);
            Effects.Apply early =
                    new Effects.Apply(record.key(), after, EntityHead.changesOf(value));
            node().host().watches().getFirst().applied(early);
        }
    }

    @Override
    public void apply(Effects.Apply entry) {
        data.apply(entry);
        cluster.truth().applied(node().id(), entry);
        check(entry.key());
    }

    @Override
    public boolean takeCaughtUp() {
        return data.takeCaughtUp();
    }

    /** In some seeds some commands take long, so that they are left out first. */
    @Override
    public Input.Evaluated evaluate(Effects.Evaluate question) {
        return data.evaluate(question, node().machine(), this::takesLong);
    }

    private boolean takesLong() {
        return isSlow && slowness.chance(LONG_CHANCE);
    }

    /** Answers much later, when the version may have risen or the deadline passed, or gives up. */
    @Override
    public LongWork evaluateLong(
            Effects.Evaluate question, long nanos, Consumer<Input.Evaluation> answer) {
        boolean given = slowness.chance(GIVEN_UP_CHANCE);
        cluster.occurred(
                question.key(), given ? Occurrence.LONG_GIVEN_UP : Occurrence.LONG_EVALUATED);
        Input.Evaluation told =
                given
                        ? new Input.NotEvaluated(
                                question.key(), question.ticket(), Outcome.Reason.OVERLOADED)
                        : data.evaluate(question, node().machine(), () -> false);
        return later(() -> answer.accept(told));
    }

    @Override
    public ReadAnswer read(EntityKey key, Command query) {
        if (query instanceof EntityCommand) {
            return version(key);
        }
        return takesLong() ? new ReadAnswer.TakesLong() : read(key);
    }

    /** The version as clients see it, which alone is what watches ask. */
    private ReadAnswer version(EntityKey key) {
        if (data.isUnreadable(key)) {
            return new ReadAnswer.Unreadable();
        }
        long version = EntityEvents.version(data.changed(key));
        byte[] result =
                ModelCodec.encode(new MultiOpResult.Executed(version, true, List.of(), List.of()));
        return new ReadAnswer.Read(data.version(key), result, 0);
    }

    @Override
    public LongWork readLong(
            EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer) {
        ReadAnswer read = read(key);
        return later(() -> answer.accept(read));
    }

    private LongWork later(Runnable answer) {
        boolean[] cancelled = new boolean[1];
        node().later(
                        slowness.nextLong(LONG_NANOS_MAX),
                        () -> {
                            if (!cancelled[0]) {
                                answer.run();
                            }
                        });
        return () -> cancelled[0] = true;
    }

    /** The answer to a read that is proven to be current, as the newest entry's clock shows it. */
    private ReadAnswer read(EntityKey key) {
        long version = data.version(key);
        if (data.isUnreadable(key)) {
            return new ReadAnswer.Unreadable();
        }
        long wallMillis = node().wallMillis();
        long clockMillis = cluster.rules().readClockMillis(data.clockMillis(key), wallMillis);
        EntityState state = EntityState.decode(data.state(key));
        // Something that it shows has expired by this node's clock, and no entry says so (Rule X2).
        long due = state.dueMillis(clockMillis, wallMillis);
        cluster.count(Occurrence.READ_OF_EXPIRED, due > 0 ? 1 : 0);
        return new ReadAnswer.Read(version, state.shown(clockMillis).encode(), due);
    }

    @Override
    public @Nullable ChangedObjects changedObjects(byte[] changes, long entry, int objectsMax) {
        return EntityEvents.of(changes, entry, objectsMax);
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax) {
        List<EntryValue> values = data.entriesAbove(key, above);
        cluster.count(Occurrence.ENTRIES_SUPPLIED, values.size());
        return values;
    }

    @Override
    public @Nullable ImageSource exportImage(EntityKey key, long above) {
        SimData.Image image = data.image(key, cluster.swarm().appends() ? above : 0);
        return image == null ? null : new Source(image);
    }

    /** Images travel by name, on pages without content. */
    private final class Source implements ImageSource {
        private final SimData.Image image;
        private final List<byte[]> pages = new ArrayList<>();
        private int next;

        Source(SimData.Image image) {
            this.image = image;
            pages.addAll(cluster.images().pages(image));
        }

        @Override
        public long version() {
            return image.head().version();
        }

        @Override
        public boolean isAppended() {
            return image.above() > 0;
        }

        @Override
        public byte @Nullable [] nextPage(int bytesMax) {
            return next < pages.size() ? pages.get(next++) : null;
        }

        @Override
        public void close() {
            next = pages.size();
        }
    }

    @Override
    public ImageTarget installImage(EntityKey key) {
        return new Target(key);
    }

    private final class Target implements ImageTarget {
        private final EntityKey key;
        private SimData.@Nullable Image image;
        private int pages;
        private boolean complete;

        Target(EntityKey key) {
            this.key = key;
        }

        @Override
        public void page(byte[] page) {
            SimImages.Page read = cluster.images().read(page);
            if (read.number() != pages || complete) {
                throw new IllegalArgumentException("another page was due");
            }
            pages++;
            image = read.image();
            complete = read.isLast();
        }

        @Override
        public boolean isAppended() {
            return image != null && image.above() > 0;
        }

        @Override
        public boolean isComplete() {
            return complete;
        }

        @Override
        public @Nullable Stored finish() {
            SimData.Image whole = image;
            if (whole == null || !complete) {
                throw new IllegalStateException("the image is not complete");
            }
            if (!data.isFollowedBy(key, whole)) {
                cluster.occurred(key, Occurrence.APPENDED_REFUSED);
                return null;
            }
            return data.install(key, whole);
        }

        @Override
        public void close() {}
    }

    @Override
    public long contentVersion(EntityKey key) {
        return data.version(key);
    }
}

package io.paxosstore.node.repair;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * One entity whose image is some pages of text, those of appended elements beginning with a plus;
 * only what images need.
 */
final class FakeEntities implements EntityShard {
    final List<EntryValue> entries = new ArrayList<>();
    List<String> pages = new ArrayList<>();
    List<String> appended = List.of();
    long version;
    int open;

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("images need no such thing");
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax) {
        return above >= version - entries.size() ? List.copyOf(entries) : List.of();
    }

    @Override
    public @Nullable ImageSource exportImage(EntityKey key, long above) {
        if (version == 0) {
            return null;
        }
        open++;
        boolean isAppended = above > 0 && !appended.isEmpty();
        return new Source(version, List.copyOf(isAppended ? appended : pages), isAppended);
    }

    @Override
    public @Nullable ChangedObjects changedObjects(byte[] changes, long entry, int objectsMax) {
        throw unused();
    }

    @Override
    public ImageTarget installImage(EntityKey key) {
        open++;
        return new Target();
    }

    private final class Source implements ImageSource {
        private final long itsVersion;
        private final List<String> left;
        private final boolean isAppended;

        Source(long itsVersion, List<String> pages, boolean isAppended) {
            this.itsVersion = itsVersion;
            this.isAppended = isAppended;
            this.left = new ArrayList<>(pages);
        }

        @Override
        public long version() {
            return itsVersion;
        }

        @Override
        public boolean isAppended() {
            return isAppended;
        }

        @Override
        public byte @Nullable [] nextPage(int bytesMax) {
            return left.isEmpty() ? null : left.remove(0).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            open--;
        }
    }

    private final class Target implements ImageTarget {
        private final List<String> taken = new ArrayList<>();

        @Override
        public void page(byte[] page) {
            String text = new String(page, StandardCharsets.UTF_8);
            if (text.isEmpty()) {
                throw new IllegalArgumentException("an empty page");
            }
            taken.add(text);
        }

        @Override
        public boolean isAppended() {
            return !taken.isEmpty() && taken.get(0).startsWith("+");
        }

        @Override
        public boolean isComplete() {
            return !taken.isEmpty() && taken.get(taken.size() - 1).endsWith(".");
        }

        @Override
        public @Nullable Stored finish() {
            if (isAppended() && version == 0) {
                return null;
            }
            pages = taken;
            version = 9;
            return Stored.NOTHING;
        }

        @Override
        public void close() {
            open--;
        }
    }

    @Override
    public void apply(Effects.Apply entry) {
        throw unused();
    }

    @Override
    public Input.Evaluated evaluate(Effects.Evaluate question) {
        throw unused();
    }

    @Override
    public LongWork evaluateLong(
            Effects.Evaluate question, long nanos, Consumer<Input.Evaluation> answer) {
        throw unused();
    }

    @Override
    public ReadAnswer read(EntityKey key, Command query) {
        throw unused();
    }

    @Override
    public LongWork readLong(
            EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer) {
        throw unused();
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        throw unused();
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        throw unused();
    }

    @Override
    public int checksum(EntityKey key) {
        throw unused();
    }

    @Override
    public void quarantine(EntityKey key) {
        throw unused();
    }

    @Override
    public void append(LogRecord record, long ticket) {
        throw unused();
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        throw unused();
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        throw unused();
    }

    @Override
    public void commit() {
        throw unused();
    }

    @Override
    public int drain(DurableListener listener) {
        throw unused();
    }

    @Override
    public long pendingBytes() {
        throw unused();
    }
}

package io.paxosstore.log;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * One shard's view of an engine for general PaxosLogs: keeps the entities' entries in a journal and
 * their data beside it. Every method is called by the shard's own thread only, but for those of
 * {@link ImageSource}; what takes long goes on beside that thread.
 *
 * <p>{@link #load} answers with the head, and with the data's version: an entry is chosen here only
 * if the data reflects it, so that entries in the journal which are known to be chosen are applied
 * first. If the journal knows more entries to be chosen than the data can reflect (its entries were
 * dropped and an image was not finished), the pending entry is above the newest of them, at least
 * with neither promise nor accept.
 *
 * <p>Data that cannot be read (Rule D5) makes the entity amnesiac, at version 0. A load may find
 * the version greater than the core knows it, where missing entries have come and the next ones
 * were there; what is applied already is not applied again.
 */
public interface EntityShard extends StorageShard {
    /**
     * Makes the changes of the entry after the data's version part of the data: for whoever asks
     * here at once, otherwise with the next {@link #commit} at the latest.
     */
    void apply(Effects.Apply entry);

    /**
     * Whether a load since the last call has brought the entity's data to a later version, by
     * entries of the journal that nobody gave to {@link #apply}.
     */
    default boolean takeCaughtUp() {
        return false;
    }

    /**
     * Evaluates commands on the data (Rules W1, W2), each within a slice of time.
     *
     * @param question not one that {@link Effects.Evaluate#isLong}
     * @return what was evaluated; no result at all when the data is of another version by now, or
     *     cannot be read (Rule D5, which {@link StorageEngine.Listener#damaged} is told of)
     */
    Input.Evaluated evaluate(Effects.Evaluate question);

    /**
     * Evaluates a command that takes long, on another thread.
     *
     * @param question one that {@link Effects.Evaluate#isLong}
     * @param nanos how much time there is
     * @param answer called once, on another thread or before this returns; not if it is cancelled
     */
    LongWork evaluateLong(Effects.Evaluate question, long nanos, Consumer<Input.Evaluation> answer);

    /**
     * Answers a command that changes nothing from the data as it is, at the clock of its newest
     * entry, within a slice of time.
     */
    ReadAnswer read(EntityKey key, Command query);

    /**
     * Answers a command that takes long and changes nothing, on another thread.
     *
     * @param nanos how much time there is
     * @param answer called once, on another thread or before this returns; not if it is cancelled
     */
    LongWork readLong(EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer);

    /**
     * Which objects an entry changed, read from its changes alone.
     *
     * @param changes as {@link #evaluate} made them; empty for none
     * @param entry the entry's id
     * @param objectsMax most objects to list
     * @return null if the changes cannot be read (Rule D5)
     */
    @Nullable ChangedObjects changedObjects(byte[] changes, long entry, int objectsMax);

    /** Work that goes on beside the shard's thread. */
    @FunctionalInterface
    interface LongWork {
        /** Nobody waits for the answer: it ends soon, or never begins. The shard's thread. */
        void cancel();
    }

    /** What becomes of a read. */
    sealed interface ReadAnswer {
        /**
         * The encoded result.
         *
         * @param version of the data that it was made of
         * @param dueMillis something that it shows has expired at this time by the clock on the
         *     wall, and no entry says so (Rule X2): see {@link Input.Read#clockMillis}; 0 for
         *     nothing
         */
        @SuppressWarnings("ArrayRecordComponent")
        record Read(long version, byte[] result, long dueMillis) implements ReadAnswer {}

        /** The data cannot be read (Rule D5). */
        record Unreadable() implements ReadAnswer {}

        /** A slice is not enough: {@link EntityShard#readLong} may be. */
        record TakesLong() implements ReadAnswer {}

        /** There was not enough time, or no thread. */
        record GivenUp(Outcome.Reason reason) implements ReadAnswer {}
    }

    /**
     * The chosen entries above a version, without a gap, as far as the journal keeps them.
     *
     * @param above the version
     * @param bytesMax most bytes of their values together; one value may be longer
     * @return the values of entry {@code above + 1} and the following; empty when that one is not
     *     kept
     */
    List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax);

    /**
     * What brings another replica's data to the version of this moment (Rule C1), to be read page
     * by page: what has been appended since the version it holds, where the engine can tell and
     * that is less; else the whole image.
     *
     * @param above the version that the other replica holds; 0 for the whole image
     * @return null when there is no data
     */
    @Nullable ImageSource exportImage(EntityKey key, long above);

    /** Begins to bring the entity's data to the version of an image (Rule C2). */
    ImageTarget installImage(EntityKey key);

    /**
     * Begins to compute the digest of what the entity holds at a version: this moment's, or a later
     * one, as soon as the entity has come there. What is read is what it held at that version,
     * however it goes on meanwhile. A bounded number may be under way.
     */
    default ContentDigest digest(EntityKey key, long version) {
        return ContentDigest.NONE;
    }

    /** The newest entry that the entity's data reflects; 0 for none, or when it cannot be read. */
    default long contentVersion(EntityKey key) {
        return 0;
    }

    /** Like {@link #page}, of entities whose content can be compared; without checksums. */
    default long contentPage(long cursor, int entities, PageVisitor visitor) {
        return page(cursor, entities, false, visitor);
    }

    /** An image to be read. Any one thread; close it. */
    interface ImageSource extends AutoCloseable {
        /** The version it is of. */
        long version();

        /** Whether it is what was appended, which only the holder of an older version can use. */
        boolean isAppended();

        /**
         * The next page; null after the last, or when the data cannot be read: then the image is
         * not complete, which {@link ImageTarget#isComplete} says.
         *
         * @param bytesMax most bytes of it; one record may be longer
         */
        byte @Nullable [] nextPage(int bytesMax);

        @Override
        void close();
    }

    /** An image that comes. Until it is finished the entity is what it was. The shard's thread. */
    interface ImageTarget extends AutoCloseable {
        /**
         * Takes the next page.
         *
         * @throws IllegalArgumentException if it is damaged, another page was due, or it cannot be
         *     taken now
         */
        void page(byte[] page);

        /** Whether it is what was appended since an older version; false before the first page. */
        boolean isAppended();

        /** Whether the last page has come. */
        boolean isComplete();

        /**
         * Makes the image the entity's data, or what was appended part of it, in one step, unless
         * the data is not older.
         *
         * @return what is held of the entity now; null when what was appended does not follow what
         *     is held, or that cannot be read: nothing has changed then, and the whole image must
         *     come
         */
        @Nullable Stored finish();

        /** Gives it up, unless it was finished. */
        @Override
        void close();
    }
}

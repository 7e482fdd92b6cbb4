package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.AppendedElements;
import io.paxosstore.lsm.model.AppendedMerge;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Brings an entity's data to the version of an image (Rule C2). The first page says how. Not
 * thread-safe.
 *
 * <p>The pages of a whole image go under a new number, invisible; the end makes the entity's
 * metadata name that number, in one step with the version, the request table and the removal of the
 * old data. An image of one page, as most are, is written in that step as a whole: nothing of it is
 * there before, and nothing has to be marked.
 *
 * <p>Appended elements (Rule C1) are held in memory until they are complete, at most {@link
 * ImagePage#APPENDED_BYTES_MAX} of them; the end makes them part of the data, together with the
 * version, the request table and the removal of what is no more. That one atomic step is all that
 * is ever written, so that there is nothing to be found again after a crash, and no mark for it.
 */
public final class ImageInstall implements AutoCloseable {
    /** Numbers begin with 1. */
    private static final long NO_NUMBER = 0;

    private final LsmStore store;
    private final Rocks rocks;
    private final EntityKey entity;

    /** Under which a whole image goes. */
    private long number = NO_NUMBER;

    /** All records of a whole image, if they came in one page. */
    private @Nullable List<EntityChanges.Put> only;

    private final List<EntityChanges.Put> appended = new ArrayList<>();
    private long appendedBytes;
    private @Nullable AppendedMerge merge;
    private ImagePage.@Nullable Head head;
    private int pages;
    private boolean complete;
    private boolean ended;

    ImageInstall(LsmStore store, Rocks rocks, EntityKey entity) {
        this.store = store;
        this.rocks = rocks;
        this.entity = entity;
    }

    EntityKey entity() {
        return entity;
    }

    long number() {
        return number;
    }

    /** Whether the last page was added. */
    public boolean isComplete() {
        return complete;
    }

    /** What the image is of; null before the first page. */
    public ImagePage.@Nullable Head head() {
        return head;
    }

    /** Whether the first page was one of appended elements. */
    public boolean isAppended() {
        ImagePage.Head image = head;
        return image != null && image.isOfAppended();
    }

    /**
     * Adds the next page.
     *
     * @throws MalformedBytesException if the bytes are no page, or more of appended elements than
     *     there may be
     * @throws NoRoomException if the disk is full
     * @throws IllegalStateException if another page is due, the install was given up, or too many
     *     images are being installed
     */
    public void add(byte[] pageBytes) {
        ImagePage page = ImagePage.decode(pageBytes);
        if (ended || complete || page.index() != pages) {
            throw new IllegalStateException(
                    "Page " + page.index() + " of an image came, page " + pages + " was due.");
        }
        ImagePage.Head first = page.head();
        if (first != null) {
            head = first;
            if (!first.isOfAppended() && page.last()) {
                page.records().forEach(RecordWriter::check);
                store.checkRoom();
                only = page.records();
            } else if (!first.isOfAppended()) {
                number = store.beginInstall(entity);
            }
        }
        if (isAppended()) {
            gather(page);
        } else if (only == null) {
            write(page);
        }
        pages++;
        complete = page.last();
    }

    private void write(ImagePage page) {
        store.checkCurrent(this);
        byte[] metaKey = Keys.meta(entity);
        Batch batch = rocks.batch();
        for (EntityChanges.Put record : page.records()) {
            RecordWriter.add(batch, number, metaKey, record);
        }
        rocks.write(batch);
    }

    private void gather(ImagePage page) {
        for (EntityChanges.Put record : page.records()) {
            appendedBytes +=
                    record.key().length
                            + record.value().length
                            + AppendedElements.RECORD_EXTRA_BYTES;
        }
        if (appendedBytes > ImagePage.APPENDED_BYTES_MAX) {
            throw new MalformedBytesException(
                    "More than "
                            + ImagePage.APPENDED_BYTES_MAX
                            + " bytes of appended elements were sent.");
        }
        appended.addAll(page.records());
        if (page.last()) {
            merge = new AppendedMerge(appended);
        }
    }

    /**
     * Ends the install: from here on the image is the entity's data.
     *
     * @return the sequence number with which it becomes durable; until then a crash leaves what the
     *     entity was before. Null if the entity does not hold what the appended elements follow:
     *     then it is what it was, and the whole image must come
     * @throws IllegalStateException if pages are missing
     */
    public @Nullable Long finish() {
        ImagePage.Head image = head;
        if (!complete || image == null || ended) {
            throw new IllegalStateException("The image of " + entity + " is not complete.");
        }
        Long sequence = finish(image);
        ended = true;
        return sequence;
    }

    private @Nullable Long finish(ImagePage.Head image) {
        AppendedMerge elements = merge;
        if (elements != null) {
            return store.finishAppended(entity, image, elements);
        }
        List<EntityChanges.Put> records = only;
        return records == null ? store.finish(this, image) : store.install(entity, image, records);
    }

    /** Gives the install up unless it was finished: the entity is what it was before. */
    @Override
    public void close() {
        if (!ended) {
            ended = true;
            if (number != NO_NUMBER) {
                store.abort(this);
            }
        }
    }
}

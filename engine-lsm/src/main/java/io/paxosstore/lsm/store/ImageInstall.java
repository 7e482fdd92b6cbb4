package io.paxosstore.lsm.store;

import io.paxosstore.core.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.WriteBatch;

/**
 * Replaces an entity's data by an image (Rule C2). The pages go under a new number, invisible; the
 * end makes the entity's metadata name that number, in one step with the version, the request table
 * and the removal of the old data. Not thread-safe.
 */
public final class ImageInstall implements AutoCloseable {
    private final LsmStore store;
    private final Rocks rocks;
    private final EntityKey entity;
    private final long number;
    private ImagePage.@Nullable Head head;
    private int pages;
    private boolean complete;
    private boolean ended;

    ImageInstall(LsmStore store, Rocks rocks, EntityKey entity, long number) {
        this.store = store;
        this.rocks = rocks;
        this.entity = entity;
        this.number = number;
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

    /**
     * Adds the next page.
     *
     * @throws io.paxosstore.lsm.model.MalformedRecordException if the bytes are no page
     * @throws IllegalStateException if another page is due, or the install was given up
     */
    public void add(byte[] pageBytes) {
        ImagePage page = ImagePage.decode(pageBytes);
        if (ended || complete || page.index() != pages) {
            throw new IllegalStateException(
                    "Page " + page.index() + " of an image came, page " + pages + " was due.");
        }
        store.checkCurrent(this);
        if (page.head() != null) {
            head = page.head();
        }
        byte[] metaKey = Keys.meta(entity);
        try (WriteBatch batch = new WriteBatch()) {
            for (ImagePage.KeyValue record : page.records()) {
                store.addRecord(batch, number, metaKey, record.key(), record.value());
            }
            rocks.write(batch);
        }
        pages++;
        complete = page.last();
    }

    /**
     * Ends the install: from here on the image is the entity's data.
     *
     * @return the sequence number with which it becomes durable; until then a crash leaves what the
     *     entity was before
     * @throws IllegalStateException if pages are missing
     */
    public long finish() {
        ImagePage.Head image = head;
        if (!complete || image == null || ended) {
            throw new IllegalStateException("The image of " + entity + " is not complete.");
        }
        long sequence = store.finish(this, image);
        ended = true;
        return sequence;
    }

    /** Gives the install up unless it was finished: the entity is what it was before. */
    @Override
    public void close() {
        if (!ended) {
            ended = true;
            store.abort(this);
        }
    }
}

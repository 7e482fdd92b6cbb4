package io.paxosstore.server.recovery;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.EntityShard.ImageSource;
import io.paxosstore.log.EntityShard.ImageTarget;
import io.paxosstore.server.recovery.Transfers.Transfer;
import io.paxosstore.server.shard.Counters;
import io.paxosstore.server.shard.Counters.Count;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * Gives other nodes what they lack of entities, and takes in what they give (Rules C1, C2): the
 * missing entries where they are kept, else the whole image. The receiver asks for each page, so
 * that no more than one is under way. On the shard's loop only.
 *
 * <p>Whatever is lost on the way is forgotten after a while; the core asks again.
 */
final class ImageTransfers {
    private static final Logger LOG = LoggerFactory.getLogger(ImageTransfers.class);

    /** The way to the other nodes. */
    interface Way {
        void send(int nodeId, EntityKey key, Message message);

        void send(int nodeId, ImageFrame frame);
    }

    private final EntityShard storage;
    private final Way way;
    private final BiConsumer<EntityKey, Stored> onInstalled;
    private final Counters counters;
    private final int pageBytes;
    private final Transfers<ImageSource> sent = new Transfers<>(ImageSource::close);
    private final Transfers<ImageTarget> received = new Transfers<>(ImageTarget::close);
    private long lastNumber;

    /**
     * @param onInstalled told of each image that has become an entity's data, at once
     * @param counters of the shard
     * @param pageBytes how many bytes of entries, or of an image, leave at a time
     */
    ImageTransfers(
            EntityShard storage,
            Way way,
            BiConsumer<EntityKey, Stored> onInstalled,
            Counters counters,
            int pageBytes) {
        this.storage = storage;
        this.way = way;
        this.onInstalled = onInstalled;
        this.counters = counters;
        this.pageBytes = pageBytes;
    }

    /** Gives another node what it lacks. */
    void supply(Effects.Supply supply, long nowNanos) {
        List<EntryValue> entries = storage.entriesAbove(supply.key(), supply.above(), pageBytes);
        long entry = supply.above();
        for (EntryValue value : entries) {
            entry++;
            way.send(supply.to(), supply.key(), new Message.Chosen(entry, value.id(), value));
        }
        counters.add(Count.RECOVERY_ENTRIES_SENT, entries.size());
        if (entries.isEmpty() && !sent.isFull() && !sent.isUnderWay(supply.to(), supply.key())) {
            sendImage(supply, nowNanos);
        }
    }

    private void sendImage(Effects.Supply supply, long nowNanos) {
        ImageSource source = storage.exportImage(supply.key());
        if (source == null) {
            return;
        }
        if (source.version() <= supply.above()) {
            source.close();
            return;
        }
        Transfers.Id id = new Transfers.Id(supply.to(), ++lastNumber);
        sendPage(id, sent.begin(id, supply.key(), source, nowNanos), nowNanos);
    }

    /** Another node wants a page. */
    void next(int nodeId, ImageFrame.Next next, long nowNanos) {
        Transfers.Id id = new Transfers.Id(nodeId, next.id());
        Transfer<ImageSource> image = sent.get(id);
        if (image != null && image.index() == next.index()) {
            sendPage(id, image, nowNanos);
        }
    }

    private void sendPage(Transfers.Id id, Transfer<ImageSource> image, long nowNanos) {
        byte[] page = image.handle().nextPage(pageBytes);
        if (page == null) {
            sent.end(id);
            return;
        }
        way.send(id.nodeId(), new ImageFrame.Page(id.number(), image.key(), image.index(), page));
        image.nextPage(nowNanos);
        counters.increment(Count.RECOVERY_PAGES_SENT);
    }

    /** Another node sends a page. */
    void page(int nodeId, ImageFrame.Page page, long nowNanos) {
        Transfers.Id id = new Transfers.Id(nodeId, page.id());
        Transfer<ImageTarget> image =
                page.index() == 0 ? begin(id, page.key(), nowNanos) : received.get(id);
        if (image == null || image.index() != page.index() || !image.key().equals(page.key())) {
            return;
        }
        try {
            image.handle().page(page.bytes());
        } catch (IllegalArgumentException e) {
            LOG.warn("image_refused key={} from={} because: {}", page.key(), nodeId, e.toString());
            received.end(id);
            return;
        }
        image.nextPage(nowNanos);
        way.send(nodeId, new ImageFrame.Next(page.id(), image.index()));
        if (image.handle().isComplete()) {
            Stored stored = image.handle().finish();
            received.end(id);
            counters.increment(Count.RECOVERY_IMAGES);
            onInstalled.accept(page.key(), stored);
        }
    }

    /** A newer image takes the place of one that is on its way. */
    private @Nullable Transfer<ImageTarget> begin(Transfers.Id id, EntityKey key, long nowNanos) {
        received.end(key);
        return received.isFull()
                ? null
                : received.begin(id, key, storage.installImage(key), nowNanos);
    }

    /** Gives up what has been silent for too long. */
    void tick(long nowNanos) {
        sent.tick(nowNanos);
        received.tick(nowNanos);
    }

    /** The shard ends. */
    void close() {
        sent.close();
        received.close();
    }
}

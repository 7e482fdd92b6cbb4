package io.paxosstore.node.repair;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.EntityShard.ImageSource;
import io.paxosstore.log.EntityShard.ImageTarget;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.repair.Transfers.Transfer;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * Gives other nodes what they lack of entities, and takes in what they give (Rules C1, C2): the
 * missing entries where they are kept, else what was appended, where the engine can tell, else the
 * whole image. The receiver asks for each page, so that no more than one is under way. On the
 * shard's loop only.
 *
 * <p>A receiver that does not hold what the appended elements follow asks for page 0 again, and
 * gets the whole image: whatever it was said to hold, it does not ask for ever.
 *
 * <p>All that have an entity may be asked for it, and each of them begins: the one that began first
 * goes on as long as something is heard of it, and the others are told that it is not wanted.
 *
 * <p>Whatever is lost on the way is forgotten after a while; the core asks again.
 */
final class ImageTransfers {
    private static final Logger LOG = LoggerFactory.getLogger(ImageTransfers.class);

    /** The way to the other nodes. */
    interface Way {
        void tell(int nodeId, EntityKey key, Message.Chosen fact);

        void send(int nodeId, ImageFrame frame);
    }

    private final EntityShard storage;
    private final Way way;
    private final BiConsumer<EntityKey, Stored> onInstalled;
    private final Counters counters;
    private final int pageBytes;
    private final Transfers<ImageSource> sent = new Transfers<>(ImageSource::close);
    private final Transfers<ImageTarget> received = new Transfers<>(ImageTarget::close);
    private final UnwantedImages unwanted = new UnwantedImages();
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
            way.tell(supply.to(), supply.key(), new Message.Chosen(entry, value.id(), value));
        }
        if (!entries.isEmpty()) {
            counters.add(Count.RECOVERY_ENTRIES_SENT, entries.size());
            counters.increment(Count.RECOVERY_BY_ENTRIES);
        } else if (!sent.isFull()
                && !sent.isUnderWay(supply.to(), supply.key())
                && !unwanted.contains(supply.to(), supply.key(), nowNanos)) {
            sendImage(supply.key(), supply.to(), supply.above(), nowNanos);
        }
    }

    /**
     * Begins to give another node an image.
     *
     * @param above the version it holds; 0 for the whole image
     */
    private void sendImage(EntityKey key, int to, long above, long nowNanos) {
        ImageSource source = storage.exportImage(key, above);
        if (source == null) {
            return;
        }
        if (source.version() <= above) {
            source.close();
            return;
        }
        counters.increment(
                source.isAppended() ? Count.RECOVERY_BY_APPENDED : Count.RECOVERY_BY_IMAGE);
        Transfers.Id id = new Transfers.Id(to, ++lastNumber);
        sendPage(id, sent.begin(id, key, source, nowNanos), nowNanos);
    }

    /** Another node wants a page. */
    void next(int nodeId, ImageFrame.Next next, long nowNanos) {
        Transfers.Id id = new Transfers.Id(nodeId, next.id());
        Transfer<ImageSource> image = sent.get(id);
        if (image == null) {
            return;
        }
        if (next.index() == ImageFrame.Next.NONE) {
            unwanted.add(nodeId, image.key(), nowNanos);
            sent.end(id);
        } else if (next.index() == ImageFrame.Next.WHOLE && image.handle().isAppended()) {
            sent.end(id);
            sendImage(image.key(), nodeId, 0, nowNanos);
        } else if (image.index() == next.index()) {
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

    /** Another node sends a page, of an entity for which this node votes. */
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
            refuse(id, image);
            return;
        }
        image.nextPage(nowNanos);
        if (image.handle().isComplete()) {
            finish(id, image);
        } else {
            way.send(nodeId, new ImageFrame.Next(page.id(), image.index()));
        }
    }

    private void finish(Transfers.Id id, Transfer<ImageTarget> image) {
        Stored stored = image.handle().finish();
        if (stored == null) {
            LOG.info("appended_refused key={} from={}", image.key(), id.nodeId());
            refuse(id, image);
            return;
        }
        way.send(id.nodeId(), new ImageFrame.Next(id.number(), image.index()));
        counters.increment(
                image.handle().isAppended() ? Count.RECOVERY_APPENDED : Count.RECOVERY_IMAGES);
        received.end(id);
        onInstalled.accept(image.key(), stored);
    }

    /** Whoever was given appended elements that he cannot use gets the whole image at once. */
    private void refuse(Transfers.Id id, Transfer<ImageTarget> image) {
        if (image.handle().isAppended()) {
            counters.increment(Count.RECOVERY_APPENDED_REFUSED);
            way.send(id.nodeId(), new ImageFrame.Next(id.number(), ImageFrame.Next.WHOLE));
        }
        received.end(id);
    }

    /**
     * A newer image of the same node takes the place of one that is on its way; one of another node
     * waits until nothing is heard of it: two of them would take it from each other for ever.
     */
    private @Nullable Transfer<ImageTarget> begin(Transfers.Id id, EntityKey key, long nowNanos) {
        Transfers.Id other = received.of(key);
        if (other != null && other.nodeId() != id.nodeId()) {
            boolean goesOn = received.isHeard(other, nowNanos);
            Transfers.Id loser = goesOn ? id : other;
            way.send(loser.nodeId(), new ImageFrame.Next(loser.number(), ImageFrame.Next.NONE));
            if (goesOn) {
                return null;
            }
        }
        received.end(key);
        return received.isFull()
                ? null
                : received.begin(id, key, storage.installImage(key), nowNanos);
    }

    /** What was on its way from or to a node is lost. */
    void peerDown(int nodeId) {
        sent.endOf(nodeId);
        received.endOf(nodeId);
    }

    /** A space was dropped: its entities are neither given nor taken in any more. */
    void dropped(int space) {
        sent.end(space);
        received.end(space);
    }

    /** Gives up what has been silent for too long. */
    void tick(long nowNanos) {
        sent.tick(nowNanos);
        received.tick(nowNanos);
        unwanted.tick(nowNanos);
    }

    /** The shard ends. */
    void close() {
        sent.close();
        received.close();
    }
}

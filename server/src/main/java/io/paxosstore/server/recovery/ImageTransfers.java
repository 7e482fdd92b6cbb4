package io.paxosstore.server.recovery;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Images sent, and images received, at the same time; more are refused. */
    private static final int IMAGES_MAX = 16;

    /** An image of which nothing is heard for so long is given up. */
    private static final long SILENCE_NANOS = 5_000_000_000L;

    /** The way to the other nodes. */
    interface Way {
        void send(int nodeId, EntityKey key, Message message);

        void send(int nodeId, ImageFrame frame);
    }

    private static final class Sent {
        final int to;
        final EntityKey key;
        final EntityShard.ImageSource source;
        int index;
        long heardNanos;

        Sent(int to, EntityKey key, EntityShard.ImageSource source) {
            this.to = to;
            this.key = key;
            this.source = source;
        }
    }

    private record From(int nodeId, long id) {}

    private static final class Received {
        final EntityKey key;
        final EntityShard.ImageTarget target;
        int index;
        long heardNanos;

        Received(EntityKey key, EntityShard.ImageTarget target) {
            this.key = key;
            this.target = target;
        }
    }

    private final EntityShard storage;
    private final Way way;
    private final BiConsumer<EntityKey, Stored> onInstalled;
    private final int pageBytes;
    private final Map<Long, Sent> sent = new HashMap<>();
    private final Map<From, Received> received = new HashMap<>();
    private long lastId;

    /**
     * @param onInstalled told of each image that has become an entity's data, at once
     * @param pageBytes how many bytes of entries, or of an image, leave at a time
     */
    ImageTransfers(
            EntityShard storage,
            Way way,
            BiConsumer<EntityKey, Stored> onInstalled,
            int pageBytes) {
        this.storage = storage;
        this.way = way;
        this.onInstalled = onInstalled;
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
        if (entries.isEmpty() && sent.size() < IMAGES_MAX && !isSending(supply)) {
            EntityShard.ImageSource source = storage.exportImage(supply.key());
            if (source != null && source.version() > supply.above()) {
                long id = ++lastId;
                sent.put(id, new Sent(supply.to(), supply.key(), source));
                nextPage(id, 0, nowNanos);
            } else if (source != null) {
                source.close();
            }
        }
    }

    private boolean isSending(Effects.Supply supply) {
        return sent.values().stream()
                .anyMatch(one -> one.to == supply.to() && one.key.equals(supply.key()));
    }

    /** Another node wants a page. */
    void next(int nodeId, ImageFrame.Next next, long nowNanos) {
        Sent image = sent.get(next.id());
        if (image != null && image.to == nodeId && image.index == next.index()) {
            nextPage(next.id(), next.index(), nowNanos);
        }
    }

    private void nextPage(long id, int index, long nowNanos) {
        Sent image = sent.get(id);
        byte[] page = image == null ? null : image.source.nextPage(pageBytes);
        if (image == null || page == null) {
            forgetSent(id);
            return;
        }
        image.index = index + 1;
        image.heardNanos = nowNanos;
        way.send(image.to, new ImageFrame.Page(id, image.key, index, page));
    }

    private void forgetSent(long id) {
        Sent gone = sent.remove(id);
        if (gone != null) {
            gone.source.close();
        }
    }

    /** Another node sends a page. */
    void page(int nodeId, ImageFrame.Page page, long nowNanos) {
        From from = new From(nodeId, page.id());
        Received image = page.index() == 0 ? begin(from, page.key()) : received.get(from);
        if (image == null || image.index != page.index() || !image.key.equals(page.key())) {
            return;
        }
        image.index++;
        image.heardNanos = nowNanos;
        try {
            image.target.page(page.bytes());
        } catch (IllegalArgumentException e) {
            LOG.warn("image_refused key={} from={} because: {}", page.key(), nodeId, e.toString());
            forgetReceived(from);
            return;
        }
        way.send(nodeId, new ImageFrame.Next(page.id(), image.index));
        if (image.target.isComplete()) {
            Stored stored = image.target.finish();
            forgetReceived(from);
            onInstalled.accept(page.key(), stored);
        }
    }

    private @Nullable Received begin(From from, EntityKey key) {
        received.entrySet()
                .removeIf(other -> {
                    boolean replaced = other.getValue().key.equals(key);
                    if (replaced) {
                        other.getValue().target.close();
                    }
                    return replaced;
                });
        if (received.size() >= IMAGES_MAX) {
            return null;
        }
        Received image = new Received(key, storage.installImage(key));
        received.put(from, image);
        return image;
    }

    private void forgetReceived(From from) {
        Received gone = received.remove(from);
        if (gone != null) {
            gone.target.close();
        }
    }

    /** Gives up what has been silent for too long. */
    void tick(long nowNanos) {
        if (sent.isEmpty() && received.isEmpty()) {
            return;
        }
        sent.values()
                .removeIf(image -> {
                    boolean silent = nowNanos - image.heardNanos > SILENCE_NANOS;
                    if (silent) {
                        image.source.close();
                    }
                    return silent;
                });
        received.values()
                .removeIf(image -> {
                    boolean silent = nowNanos - image.heardNanos > SILENCE_NANOS;
                    if (silent) {
                        image.target.close();
                    }
                    return silent;
                });
    }

    /** The shard ends. */
    void close() {
        sent.values().forEach(image -> image.source.close());
        sent.clear();
        received.values().forEach(image -> image.target.close());
        received.clear();
    }
}

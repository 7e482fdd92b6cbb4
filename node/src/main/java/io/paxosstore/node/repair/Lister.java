package io.paxosstore.node.repair;

import io.paxosstore.core.Stored;
import io.paxosstore.log.PartCursor;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageShard;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Tells other nodes which entities a shard holds, a bounded page at a time. On the shard's loop
 * only.
 */
public final class Lister {
    /** A checksum costs a read from the disk: so few are made before others have their turn. */
    private static final int CHECKSUMS_MAX = 128;

    private static final int ENTITIES_MAX = 4096;
    private static final int STEP_ENTITIES = 64;

    /** What an entity costs beside its key: space, length, version, checksum. */
    private static final int ITEM_BYTES = 24;

    private final ShardStorage storage;
    private final BooleanSupplier isWhole;
    private final LongSupplier keys;
    private final int pageBytes;

    /**
     * @param isWhole whether this node is
     * @param keys about how many entities the shard holds
     * @param pageBytes a page that has grown so large is full
     */
    public Lister(ShardStorage storage, BooleanSupplier isWhole, LongSupplier keys, int pageBytes) {
        this.isWhole = isWhole;
        this.storage = storage;
        this.keys = keys;
        this.pageBytes = pageBytes;
    }

    /** Answers a request. */
    public Listing.Page answer(Listing.Request request) {
        List<Listing.Item> items = new ArrayList<>();
        EntityKey only = request.only();
        if (only != null) {
            StorageShard part = storage.of(only);
            Stored stored = part.look(only);
            items.add(new Listing.Item(only, stored.version(), part.checksum(only)));
            return page(request, 0, items);
        }
        int entitiesMax = request.withChecksums() ? CHECKSUMS_MAX : ENTITIES_MAX;
        PageSize size = new PageSize();
        PartCursor cursor = PartCursor.decode(request.cursor());
        do {
            cursor =
                    storage.page(
                            cursor,
                            STEP_ENTITIES,
                            request.withChecksums(),
                            (key, version, checksum) -> {
                                items.add(new Listing.Item(key, version, checksum));
                                size.bytes += ITEM_BYTES + key.key().length;
                            });
        } while (cursor != null && size.bytes < pageBytes && items.size() < entitiesMax);
        return page(request, cursor == null ? 0 : cursor.encode(), items);
    }

    private Listing.Page page(Listing.Request request, long next, List<Listing.Item> items) {
        return new Listing.Page(
                request.id(), isWhole.getAsBoolean(), next, keys.getAsLong(), items);
    }

    private static final class PageSize {
        private int bytes;
    }
}

package io.paxosstore.lsm.entity;

import io.paxosstore.log.EntityShard;
import io.paxosstore.lsm.store.ImageExport;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/** An image that is read page by page; what comes after it is kept (see {@link KeptEntries}). */
final class ExportedImage implements EntityShard.ImageSource {
    private final EntityKey key;
    private final ShardData data;
    private final ImageExport export;
    private final KeptEntries.Kept kept;

    ExportedImage(EntityKey key, ShardData data, ImageExport export) {
        this.key = key;
        this.data = data;
        this.export = export;
        this.kept = data.kept().begin(key, version());
    }

    @Override
    public long version() {
        return export.meta().applied().entry();
    }

    @Override
    public boolean isAppended() {
        return export.isAppended();
    }

    @Override
    public byte @Nullable [] nextPage(int bytesMax) {
        return data.guard(key, () -> export.next(bytesMax));
    }

    @Override
    public void close() {
        export.close();
        data.kept().end(kept);
    }
}

package io.paxosstore.lsm.entity;

import io.paxosstore.log.EntityShard;
import io.paxosstore.lsm.store.ImageExport;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/** An image that is read page by page. */
final class ExportedImage implements EntityShard.ImageSource {
    private final EntityKey key;
    private final ShardData data;
    private final ImageExport export;

    ExportedImage(EntityKey key, ShardData data, ImageExport export) {
        this.key = key;
        this.data = data;
        this.export = export;
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
    }
}

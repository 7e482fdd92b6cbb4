package io.paxosstore.lsm.entity;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.lsm.store.ImageInstall;
import io.paxosstore.lsm.store.ImagePage;

/** An image that comes page by page. */
final class InstalledImage implements EntityShard.ImageTarget {
    private final EntityKey key;
    private final EntityEngineShard shard;
    private final ShardData data;
    private final ImageInstall install;

    InstalledImage(EntityKey key, EntityEngineShard shard, ShardData data) {
        this.key = key;
        this.shard = shard;
        this.data = data;
        this.install = data.store().install(key);
    }

    @Override
    public void page(byte[] page) {
        try {
            install.add(page);
        } catch (io.paxosstore.lsm.model.MalformedRecordException | IllegalStateException e) {
            throw new IllegalArgumentException(
                    "A page of the image of " + key + " cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean isComplete() {
        return install.isComplete();
    }

    @Override
    public Stored finish() {
        ImagePage.Head head = install.head();
        ShardData.Held held = data.numbers(key);
        if (head == null || !install.isComplete()) {
            throw new IllegalStateException("The image of " + key + " is not complete.");
        }
        long version = head.applied().entry();
        if (held != null && held.version() >= version) {
            install.close();
        } else {
            data.replaced(key, version, install.finish());
        }
        return shard.load(key, false);
    }

    @Override
    public void close() {
        install.close();
    }
}

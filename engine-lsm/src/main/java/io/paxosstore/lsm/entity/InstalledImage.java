package io.paxosstore.lsm.entity;

import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.lsm.store.ImageInstall;
import io.paxosstore.lsm.store.ImagePage;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/** An image, or the appended elements only, that come page by page. */
final class InstalledImage implements EntityShard.ImageTarget {
    private final EntityKey key;
    private final EntityEngineShard shard;
    private final ShardData data;

    /** Null when the disk has failed, or is full. */
    private final @Nullable ImageInstall install;

    InstalledImage(EntityKey key, EntityEngineShard shard, ShardData data) {
        this.key = key;
        this.shard = shard;
        this.data = data;
        this.install = data.change(() -> data.store().install(key));
    }

    @Override
    public void page(byte[] page) {
        ImageInstall into = install;
        Boolean added = null;
        try {
            if (into != null) {
                added =
                        data.change(() -> {
                            into.add(page);
                            return true;
                        });
            }
        } catch (MalformedBytesException | IllegalStateException e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        }
        if (added == null) {
            throw unusable("it could not be written", null);
        }
    }

    private IllegalArgumentException unusable(String why, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "A page of the image of " + key + " cannot be used: " + why, cause);
    }

    @Override
    public boolean isComplete() {
        return install != null && install.isComplete();
    }

    @Override
    public boolean isAppended() {
        return install != null && install.isAppended();
    }

    /**
     * {@inheritDoc}
     *
     * <p>Appended elements need data that is sound. Until they are durable a crash leaves the older
     * version, as with entries that were applied; what the journal was told of that stays true.
     */
    @Override
    public @Nullable Stored finish() {
        ImagePage.Head head = install == null ? null : install.head();
        if (install == null || head == null || !install.isComplete()) {
            throw new IllegalStateException("The image of " + key + " is not complete.");
        }
        long version = head.applied().entry();
        if (isAppended()) {
            shard.settle(key);
        } else {
            data.settle(key);
        }
        ShardData.Held held = data.numbers(key);
        if (held != null && held.version() >= version) {
            close();
            return shard.look(key);
        }
        Long sequence =
                isAppended() ? data.guard(key, install::finish) : data.change(install::finish);
        if (sequence == null) {
            return isAppended() && !data.store().isFull() ? null : shard.look(key);
        }
        data.replaced(key, version, sequence);
        return shard.installed(key);
    }

    @Override
    public void close() {
        ImageInstall ended = install;
        if (ended != null) {
            data.change(() -> {
                ended.close();
                return true;
            });
        }
    }
}

package io.paxosstore.bitcask;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.Standing;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * An engine with what a node gives it: the identity of its store, and the room on its disk. In the
 * order in which a node opens and closes them.
 */
public final class NodeStore implements AutoCloseable {
    public final NodeIdentity identity;
    public final DiskRoom room;
    public final BitcaskEngine engine;

    private NodeStore(NodeIdentity identity, DiskRoom room, BitcaskEngine engine) {
        this.identity = identity;
        this.room = room;
        this.engine = engine;
    }

    /** Opens a store of node 1 alone, on the machine's clocks. */
    public static NodeStore open(
            BitcaskConfig config, FileSystem fs, StorageEngine.Listener listener)
            throws IOException {
        return open(
                IdentityConfig.of(config.directory(), "test", 1, config.shards()),
                config,
                fs,
                listener,
                IdentityEnvironment.system(),
                System::nanoTime);
    }

    /** Opens a store. */
    public static NodeStore open(
            IdentityConfig whose,
            BitcaskConfig config,
            FileSystem fs,
            StorageEngine.Listener listener,
            IdentityEnvironment environment,
            LongSupplier nanoClock)
            throws IOException {
        NodeIdentity identity = NodeIdentity.open(whose, fs, listener, environment);
        boolean opened = false;
        try {
            DiskRoom room = new DiskRoom(fs, config.directory(), config.watermarks(), nanoClock);
            BitcaskEngine engine =
                    BitcaskEngine.open(
                            config,
                            fs,
                            listener,
                            new BitcaskEnvironment(
                                    identity,
                                    room,
                                    nanoClock,
                                    (batches, records, bytes, nanos) -> {}));
            try {
                identity.begin(engine::makeFirstFiles);
                engine.begin();
                opened = true;
                return new NodeStore(identity, room, engine);
            } finally {
                if (!opened) {
                    engine.close();
                }
            }
        } finally {
            if (!opened) {
                identity.close();
            }
        }
    }

    /** Changes the standing, as a node does. */
    public void standing(Standing standing) throws IOException {
        identity.standing(standing);
    }

    /** Drops a space, as a node does. */
    public void dropSpace(int space) throws IOException {
        if (identity.dropSpaces(space)) {
            engine.spacesDropped(new int[] {space});
        }
    }

    @Override
    public void close() {
        engine.close();
        identity.close(engine.isSealed());
    }
}

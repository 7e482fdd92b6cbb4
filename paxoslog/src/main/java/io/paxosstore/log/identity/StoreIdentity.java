package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Whose store a directory is, and what it knows of its completeness: the content of the file STORE.
 *
 * <pre>
 *  0  u32 node id
 *  4  128 bits, the store's UUID
 * 20  u32 incarnation, raised at every open
 * 24  u32 shards at the last open
 * 28  u32 standing: 0 NEW, 1 REBUILDING, 2 WHOLE
 * 32  u32 flags: 1 reborn, 2 open, 4 entered, 8 rejoined
 * 36  u32 length of the cluster id in bytes, then the cluster id in UTF-8
 *     u32 count, then as many u32 node ids, ascending: the founders of the cluster
 *     u32 count, then as many lives, newest first: u32 last incarnation in it, u64 mark
 * </pre>
 *
 * <p>Format versions 3 and 4 are the same. A store of version 3 may hold what its node proposed by
 * the right to entry 1 as it was before slots had it, or another's that was proposed so. Under the
 * slots' order the same entry may be another node's: so it counts as reborn from then on, and no
 * node uses the right that may have belonged to another (Rules F1, M9). Version 2 ends with the
 * cluster id besides, and knows one flag, reborn. Version 3 does not know the flag entered. Up to
 * version 4 the founders were all nodes of the cluster, and there is no file MEMBERS. Releases that
 * do not know of lives, or of the flag rejoined, neither read nor write them.
 *
 * @param incarnation greater than every earlier one of this node, and of its earlier stores
 * @param flags what else is true of it
 * @param members the founders of the cluster, ascending, which voted in every slot before its first
 *     change; empty if the store was written before they were recorded
 * @param lives the last ones that it has had
 */
public record StoreIdentity(
        int nodeId,
        UUID storeId,
        int incarnation,
        int shards,
        Standing standing,
        StoreFlags flags,
        String clusterId,
        List<Integer> members,
        Lives lives) {
    /** The version without members. */
    static final int FORMAT_WITHOUT_MEMBERS = 2;

    /** The first version of stores that know no right to entry 1 but the slots'. */
    static final int FORMAT_BY_SLOT = 4;

    /** The first version of stores with the file MEMBERS. */
    static final int FORMAT_WITH_MEMBERS_FILE = 5;

    private static final int FIXED_BYTES = 40;

    /** Copies the members. */
    public StoreIdentity {
        members = List.copyOf(members);
    }

    /**
     * Reads whose store a directory is, without its lock and for orientation only: it may be opened
     * by another process at any time.
     *
     * @return null if there is no store, or none that this program can read
     * @throws IOException if the file cannot be read
     */
    public static @Nullable StoreIdentity peek(FileSystem fs, Path directory) throws IOException {
        MirroredFile file =
                StoreFile.file(fs, directory, new FailStop(StorageEngine.Listener.NONE));
        if (!file.exists()) {
            return null;
        }
        MirroredFile.Found found = file.read();
        ByteBuffer content = found.content();
        return content == null || !canDecode(found.version())
                ? null
                : decode(content, found.version());
    }

    /**
     * Why a node cannot use this store: it is another node's.
     *
     * @param directory where it lies
     * @return one sentence; null if it is that node's
     */
    public @Nullable String foreign(Path directory, String cluster, int node) {
        if (!clusterId.equals(cluster)) {
            return "The store in %s belongs to cluster '%s', not to '%s': name another directory."
                    .formatted(directory, clusterId, cluster);
        }
        return nodeId == node
                ? null
                : "The store in %s belongs to node %d, not to node %d: name another directory."
                        .formatted(directory, nodeId, node);
    }

    /** Whether this program reads a version. */
    static boolean canDecode(int formatVersion) {
        return formatVersion >= FORMAT_WITHOUT_MEMBERS && formatVersion <= StoreFile.FORMAT_VERSION;
    }

    /** See {@link StoreFlags}. */
    public boolean reborn() {
        return flags.reborn();
    }

    /** See {@link StoreFlags}. */
    public boolean open() {
        return flags.open();
    }

    /** See {@link StoreFlags}. */
    public boolean entered() {
        return flags.entered();
    }

    /** See {@link StoreFlags}. */
    public boolean rejoined() {
        return flags.rejoined();
    }

    /** The same, opened once more. */
    StoreIdentity reopened(int newShards, long mark) {
        int later = incarnation + 1;
        Lives next = lives.and(new Lives.Life(later, mark));
        return copy(later, newShards, standing, flags.withOpen(true), members, next);
    }

    /** The same in a later incarnation, which is greater than another one, too. */
    StoreIdentity above(int another) {
        int later = Math.max(incarnation, another) + 1;
        return copy(later, shards, standing, flags, members, lives.raised(later));
    }

    /**
     * The same with another standing; whoever rebuilds is reborn for ever, and has not rejoined.
     */
    StoreIdentity withStanding(Standing next) {
        boolean lost = flags.reborn() || next == Standing.REBUILDING;
        StoreFlags now = flags.withReborn(lost).withRejoined(false);
        return copy(incarnation, shards, next, now, members, lives);
    }

    /** The same in a cluster that these nodes founded. */
    StoreIdentity withMembers(List<Integer> ids) {
        return copy(incarnation, shards, standing, flags, ids, lives);
    }

    /** The same with the file SLOTS. */
    StoreIdentity withSlots() {
        return with(flags.withEntered());
    }

    /** The same of a node that knows again in which epochs it stands. */
    StoreIdentity withRejoined() {
        return with(flags.withRejoined(standing == Standing.REBUILDING));
    }

    /** The same, closed. */
    StoreIdentity closed() {
        return with(flags.withOpen(false));
    }

    private StoreIdentity with(StoreFlags next) {
        return copy(incarnation, shards, standing, next, members, lives);
    }

    /** The same store of the same cluster, in another state. */
    private StoreIdentity copy(
            int incarnation,
            int shards,
            Standing standing,
            StoreFlags flags,
            List<Integer> members,
            Lives lives) {
        return new StoreIdentity(
                nodeId, storeId, incarnation, shards, standing, flags, clusterId, members, lives);
    }

    byte[] encode() {
        byte[] cluster = clusterId.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out =
                ByteBuffer.allocate(
                        FIXED_BYTES
                                + cluster.length
                                + (1 + members.size()) * Integer.BYTES
                                + lives.encodedBytes());
        out.putInt(nodeId);
        out.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
        out.putInt(incarnation).putInt(shards);
        out.putInt(
                switch (standing) {
                    case NEW -> 0;
                    case REBUILDING -> 1;
                    case WHOLE -> 2;
                });
        out.putInt(flags.bits());
        out.putInt(cluster.length).put(cluster);
        out.putInt(members.size());
        members.forEach(out::putInt);
        lives.encode(out);
        return out.array();
    }

    static StoreIdentity decode(ByteBuffer in, int formatVersion) {
        int nodeId = in.getInt();
        UUID storeId = new UUID(in.getLong(), in.getLong());
        int incarnation = in.getInt();
        int shards = in.getInt();
        Standing standing =
                switch (in.getInt()) {
                    case 0 -> Standing.NEW;
                    case 2 -> Standing.WHOLE;
                    default -> Standing.REBUILDING;
                };
        StoreFlags flags = StoreFlags.of(in.getInt());
        byte[] cluster = new byte[in.getInt()];
        in.get(cluster);
        String clusterId = new String(cluster, StandardCharsets.UTF_8);
        List<Integer> members = new ArrayList<>();
        int count = formatVersion == FORMAT_WITHOUT_MEMBERS ? 0 : in.getInt();
        for (int i = 0; i < count; i++) {
            members.add(in.getInt());
        }
        return new StoreIdentity(
                nodeId,
                storeId,
                incarnation,
                shards,
                standing,
                flags.withReborn(flags.reborn() || formatVersion < FORMAT_BY_SLOT),
                clusterId,
                members,
                formatVersion < FORMAT_WITH_MEMBERS_FILE ? Lives.NONE : Lives.decode(in));
    }
}

package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.TopologyCodec;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The nodes of the cluster as far as they are known, durably: a node finds the others again by it,
 * whatever has come and gone since it was configured. Nothing that was voted depends on it, so that
 * a lost one is made again. Thread-safe; reading never blocks.
 *
 * <p>Content of the {@link MirroredFile}, as {@link ByteWriter} writes it:
 *
 * <pre>
 *  bytes founders, u8 whether a list follows (0 or 1), bytes list
 * </pre>
 *
 * <p>Both are lists of nodes as in {@link TopologyCodec}; that of the founders has version 1.
 */
final class MemberMemory {
    static final String FILE = "MEMBERS";
    static final int FORMAT_VERSION = 1;
    static final long MAGIC = 0x50584d454d425231L; // "PXMEMBR1"

    /** 10,000 nodes with the longest names, and the founders. */
    private static final int CONTENT_BYTES_MAX = 4 << 20;

    private final MirroredFile file;

    // Replaced under the lock.
    private volatile KnownNodes known;

    private boolean toBeWritten;

    private MemberMemory(MirroredFile file, KnownNodes known, boolean toBeWritten) {
        this.file = file;
        this.known = known;
        this.toBeWritten = toBeWritten;
    }

    private static MirroredFile file(FileSystem fs, Path directory, FailStop failStop) {
        return new MirroredFile(
                fs, directory.resolve(FILE), MAGIC, FORMAT_VERSION, CONTENT_BYTES_MAX, failStop);
    }

    /**
     * Reads the file; writes nothing.
     *
     * @param told the founders, and what else the node was told of the others; all there is where
     *     the file is new or lost
     * @param made whether the file must be there
     */
    static MemberMemory read(
            FileSystem fs,
            Path directory,
            FailStop failStop,
            KnownNodes told,
            boolean made,
            SmallFileLosses losses)
            throws IOException {
        MirroredFile file = file(fs, directory, failStop);
        SmallFileLosses.Content content =
                losses.read(file, FORMAT_VERSION, !made, DamageReport.Kind.LOST_MEMBERS);
        KnownNodes held = decode(content.bytes());
        if (held == null) {
            return new MemberMemory(file, told, true);
        }
        KnownNodes known = told.with(held.newest());
        return new MemberMemory(file, known, content.isToBeWritten() || !known.equals(held));
    }

    /** What a closed store knows; null if that is not kept there, or lost. Writes nothing. */
    static @Nullable KnownNodes inspect(
            FileSystem fs, Path directory, FailStop failStop, SmallFileLosses losses)
            throws IOException {
        MirroredFile file = file(fs, directory, failStop);
        return file.exists()
                ? decode(
                        losses.read(file, FORMAT_VERSION, false, DamageReport.Kind.LOST_MEMBERS)
                                .bytes())
                : null;
    }

    /**
     * Reads what a directory knows, without its lock and for orientation only.
     *
     * @return null if it holds no such file, or none that can be read
     * @throws IOException if the file cannot be read
     */
    static @Nullable KnownNodes peek(FileSystem fs, Path directory) throws IOException {
        MirroredFile file = file(fs, directory, new FailStop(StorageEngine.Listener.NONE));
        if (!file.exists()) {
            return null;
        }
        MirroredFile.Found found = file.read();
        ByteBuffer content = found.content();
        return content == null || found.version() != FORMAT_VERSION ? null : decode(content);
    }

    /**
     * Writes the file if it is missing, or one of its copies is damaged, or it is not the newest.
     */
    synchronized void repair() throws IOException {
        if (toBeWritten) {
            file.write(encode(known));
            toBeWritten = false;
        }
    }

    /** What is known. */
    KnownNodes known() {
        return known;
    }

    /** Makes a list durable, if it is a newer one. */
    synchronized void keep(NodeList newest) throws IOException {
        KnownNodes next = known.with(newest);
        if (!next.equals(known)) {
            file.write(encode(next));
            known = next;
        }
    }

    static byte[] encode(KnownNodes known) {
        ByteWriter out = new ByteWriter(1 << 10);
        out.putBytes(TopologyCodec.encode(new NodeList(1, known.founders())));
        NodeList newest = known.newest();
        out.putByte(newest == null ? 0 : 1);
        if (newest != null) {
            out.putBytes(TopologyCodec.encode(newest));
        }
        return out.toBytes();
    }

    /** Null if that is no such content: whatever wrote it, it is as good as lost. */
    private static @Nullable KnownNodes decode(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) {
            return null;
        }
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        ByteReader in = ByteReader.of(content);
        try {
            NodeList founders = TopologyCodec.decodeNodes(in.getBytes());
            NodeList newest = in.getByte() == 0 ? null : TopologyCodec.decodeNodes(in.getBytes());
            in.end();
            return new KnownNodes(founders.nodes(), newest);
        } catch (MalformedBytesException e) {
            return null;
        }
    }
}

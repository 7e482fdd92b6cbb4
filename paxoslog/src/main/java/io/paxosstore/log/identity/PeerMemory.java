package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.topology.NodeList;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What is remembered, durably, of the other nodes: the store of each, its greatest incarnation, and
 * whether it has lost a store and not yet rebuilt it (Rules A1, A3). Thread-safe; reading never
 * blocks.
 *
 * <p>Content of the {@link MirroredFile}:
 *
 * <pre>
 *  0  u32 count, then as many, ascending by node:
 *     u32 node id, 128 bits store UUID (0 when only its incarnation was heard of),
 *     u32 incarnation, u32 flags: 1 lost, 2 that incarnation was heard of only
 *     then, of as many again: u32 incarnation, u64 mark of the life in which it was met last; the
 *     same of the newest life of a copy that was refused; 0, 0 where there is none, and nothing of
 *     all this where nothing is known of any
 * </pre>
 *
 * <p>Releases that do not know of lives neither read nor write what is behind the first part.
 */
public final class PeerMemory {
    private static final Logger LOG = LoggerFactory.getLogger(PeerMemory.class);

    /**
     * The most peers that are remembered: no less than any list of nodes has, those removed
     * included, since none is ever forgotten here.
     */
    public static final int PEERS_MAX = NodeList.COUNT_MAX + 1;

    static final String FILE = "PEERS";
    static final int FORMAT_VERSION = 2;

    static final long MAGIC = 0x5058535045455231L;
    private static final int ENTRY_BYTES = 28;
    private static final int FLAG_LOST = 1;
    private static final int FLAG_HEARD = 2;

    /** How a node that says hello is to be treated. */
    public enum Verdict {
        WELCOME,
        /** Another store than before, but no greater incarnation: an old one, or a late clock. */
        OLD_STORE,
        /** The store it had, but an incarnation that is over: an old copy of its directory. */
        OLD_INCARNATION,
        /** The store it had, but it was met in a life of which this directory knows nothing. */
        OLD_COPY,
        /** An incarnation that no node can have reached: somebody's memory or clock is wrong. */
        IMPLAUSIBLE
    }

    private final MirroredFile file;
    private final IncarnationBound bound;

    // Replaced as a whole, under the lock; never changed.
    private volatile SortedMap<Integer, Remembered> peers;

    private boolean toBeWritten;

    private PeerMemory(
            MirroredFile file,
            IncarnationBound bound,
            SortedMap<Integer, Remembered> peers,
            boolean toBeWritten) {
        this.file = file;
        this.bound = bound;
        this.peers = peers;
        this.toBeWritten = toBeWritten;
    }

    private static MirroredFile file(FileSystem fs, Path directory, FailStop failStop) {
        return new MirroredFile(
                fs,
                directory.resolve(FILE),
                MAGIC,
                FORMAT_VERSION,
                Integer.BYTES + PEERS_MAX * (ENTRY_BYTES + 2 * Lives.LIFE_BYTES),
                failStop);
    }

    /**
     * Reads what is remembered, for the node itself; writes nothing. An incarnation that no node
     * can have reached is forgotten: a damaged greeting left it here, and the node would be refused
     * for ever.
     */
    static PeerMemory open(
            FileSystem fs,
            Path directory,
            FailStop failStop,
            boolean fresh,
            SmallFileLosses losses,
            IncarnationBound bound)
            throws IOException {
        MirroredFile file = file(fs, directory, failStop);
        SmallFileLosses.Content content = losses.read(file, FORMAT_VERSION, fresh);
        SortedMap<Integer, Remembered> peers = decode(content.bytes());
        boolean healed = false;
        for (Map.Entry<Integer, Remembered> peer : peers.entrySet()) {
            Remembered held = peer.getValue();
            if (!bound.isPlausible(held.incarnation())) {
                LOG.warn(
                        "peers.implausible node={} incarnation={} is years ahead of the clock and"
                                + " is forgotten",
                        peer.getKey(),
                        held.incarnation());
                peer.setValue(held.heardOf(0));
                healed = true;
            }
        }
        return new PeerMemory(file, bound, peers, content.isToBeWritten() || healed);
    }

    /** All that is remembered, by node id, as it is written; writes nothing. */
    static SortedMap<Integer, Remembered> read(
            FileSystem fs, Path directory, FailStop failStop, SmallFileLosses losses)
            throws IOException {
        MirroredFile file = file(fs, directory, failStop);
        return decode(losses.read(file, FORMAT_VERSION, false).bytes());
    }

    /** Writes the file if it is missing, or one of its copies is damaged. */
    synchronized void repair() throws IOException {
        if (toBeWritten) {
            file.write(encode(peers));
            toBeWritten = false;
        }
    }

    /** What is remembered of a node now. */
    public Remembered remembered(int nodeId) {
        return peers.getOrDefault(nodeId, Remembered.NOTHING);
    }

    /** All that is remembered, by node id. */
    SortedMap<Integer, Remembered> all() {
        return Collections.unmodifiableSortedMap(peers);
    }

    /** Whether a node can have reached this incarnation. */
    public boolean isPlausible(int incarnation) {
        return bound.isPlausible(incarnation);
    }

    /** The greatest incarnation of every node that was heard of, by node id; 0 is never in it. */
    public SortedMap<Integer, Integer> incarnations() {
        SortedMap<Integer, Integer> all = new TreeMap<>();
        peers.forEach((node, known) -> {
            if (known.incarnation() > 0) {
                all.put(node, known.incarnation());
            }
        });
        return all;
    }

    /**
     * A node says hello. What is to be remembered is durable when this returns. Blocks for the disk
     * only when something changes.
     *
     * @param incarnation of that node, greater than 0
     * @param standing what that node says of its store
     * @param lives that its store has had last, as that node says
     * @throws IOException if it cannot be remembered; the node must not take part then
     */
    public synchronized Verdict meet(
            int nodeId, UUID storeId, int incarnation, Standing standing, Lives lives)
            throws IOException {
        Remembered before = remembered(nodeId);
        if (!isPlausible(incarnation)) {
            return Verdict.IMPLAUSIBLE;
        }
        boolean same = !before.known() || before.storeId().equals(storeId);
        if (same && incarnation < before.incarnation()) {
            return Verdict.OLD_INCARNATION;
        }
        if (same && before.isCopied(lives)) {
            replace(nodeId, before.with(before.met(), lives.present()));
            return Verdict.OLD_COPY;
        }
        boolean later =
                incarnation > before.incarnation()
                        || (before.heard() && incarnation == before.incarnation());
        if (!same && !later) {
            return Verdict.OLD_STORE;
        }
        boolean lost = standing != Standing.WHOLE && (before.lost() || !same);
        Lives.Life copied = same ? before.copied() : Lives.Life.NONE;
        replace(
                nodeId,
                new Remembered(true, storeId, incarnation, lost, false, lives.present(), copied));
        return Verdict.WELCOME;
    }

    /**
     * A node lives, or has lived, under this incarnation: somebody else says so. Durable when this
     * returns, if it is plausible. Blocks for the disk only when that is news.
     *
     * @return whether it was news
     * @throws IOException if it cannot be remembered
     */
    public boolean raise(int nodeId, int incarnation) throws IOException {
        if (incarnation <= remembered(nodeId).incarnation() || !isPlausible(incarnation)) {
            return false;
        }
        synchronized (this) {
            Remembered before = remembered(nodeId);
            if (incarnation <= before.incarnation()) {
                return false;
            }
            replace(nodeId, before.heardOf(incarnation));
            return true;
        }
    }

    /**
     * Takes a node that was never met for one that has lost its store, until it says that it is
     * whole; {@link #repair} writes it.
     */
    synchronized void takeForLostUnlessMet(int nodeId) {
        Remembered before = remembered(nodeId);
        if (!before.known() && !before.lost()) {
            SortedMap<Integer, Remembered> next = new TreeMap<>(peers);
            next.put(nodeId, before.takenForLost());
            peers = next;
            toBeWritten = true;
        }
    }

    private void replace(int nodeId, Remembered now) throws IOException {
        if (now.equals(peers.get(nodeId))) {
            return;
        }
        SortedMap<Integer, Remembered> next = new TreeMap<>(peers);
        next.put(nodeId, now);
        if (next.size() > PEERS_MAX) {
            throw new IOException("More than " + PEERS_MAX + " peers to remember.");
        }
        file.write(encode(next));
        peers = next;
    }

    static byte[] encode(Map<Integer, Remembered> peers) {
        boolean withLives = peers.values().stream().anyMatch(Remembered::knowsLives);
        int bytes = ENTRY_BYTES + (withLives ? 2 * Lives.LIFE_BYTES : 0);
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + peers.size() * bytes);
        out.putInt(peers.size());
        for (Map.Entry<Integer, Remembered> peer : peers.entrySet()) {
            Remembered known = peer.getValue();
            UUID store = known.storeId();
            out.putInt(peer.getKey());
            out.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
            out.putInt(known.incarnation());
            out.putInt((known.lost() ? FLAG_LOST : 0) | (known.heard() ? FLAG_HEARD : 0));
        }
        if (withLives) {
            for (Remembered known : peers.values()) {
                known.met().encode(out);
                known.copied().encode(out);
            }
        }
        return out.array();
    }

    static SortedMap<Integer, Remembered> decode(ByteBuffer in) {
        TreeMap<Integer, Remembered> peers = new TreeMap<>();
        int count = in.hasRemaining() ? in.getInt() : 0;
        for (int i = 0; i < count; i++) {
            int nodeId = in.getInt();
            UUID store = new UUID(in.getLong(), in.getLong());
            int incarnation = in.getInt();
            int flags = in.getInt();
            peers.put(
                    nodeId,
                    new Remembered(
                            !store.equals(Remembered.NO_STORE),
                            store,
                            incarnation,
                            (flags & FLAG_LOST) != 0,
                            (flags & FLAG_HEARD) != 0));
        }
        if (in.hasRemaining()) {
            peers.replaceAll((_, one) -> one.with(Lives.Life.decode(in), Lives.Life.decode(in)));
        }
        return peers;
    }
}

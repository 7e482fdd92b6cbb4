package io.paxosstore.node.host;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Placement;
import io.paxosstore.core.VoterSet;
import io.paxosstore.log.identity.Room;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The room on the disks of all nodes, as this node was told. What is chosen is stored by a majority
 * of an entity's voters, so it is their room that says whether there is any: a node whose own disk
 * has room would otherwise go on until the others' were full, and then nothing could be chosen any
 * more, not even a deletion. Thread-safe; asking takes no lock.
 */
public final class ClusterRoom {
    /**
     * What a node says of its disk.
     *
     * @param usableBytes what is free, in bytes
     */
    public record Told(Room room, long usableBytes) {}

    private final int self;
    private final Supplier<Room> own;
    private final LongSupplier ownUsableBytes;

    // Replaced as a whole, under the lock; never changed.
    private volatile SortedMap<Integer, Told> told = new TreeMap<>();

    /** Whether a connected node is short of room. */
    private volatile boolean someShort;

    /**
     * @param self this node
     * @param own this node's room now
     * @param ownUsableBytes what is free on this node's disk now
     */
    public ClusterRoom(int self, Supplier<Room> own, LongSupplier ownUsableBytes) {
        this.self = self;
        this.own = own;
        this.ownUsableBytes = ownUsableBytes;
    }

    /** A connected node says what room it has. */
    public synchronized void told(int nodeId, Told now) {
        SortedMap<Integer, Told> next = new TreeMap<>(told);
        next.put(nodeId, now);
        replace(next);
    }

    /** A node is not connected any more: it stores nothing. */
    public synchronized void gone(int nodeId) {
        SortedMap<Integer, Told> next = new TreeMap<>(told);
        next.remove(nodeId);
        replace(next);
    }

    private void replace(SortedMap<Integer, Told> next) {
        told = next;
        someShort = next.values().stream().anyMatch(at -> at.room() != Room.ENOUGH);
    }

    /** What this node tells the others. */
    public Told own() {
        return new Told(own.get(), ownUsableBytes.getAsLong());
    }

    /** Every connected node that has said so, this one not among them. */
    public SortedMap<Integer, Told> others() {
        return new TreeMap<>(told);
    }

    Room ownRoom() {
        return own.get();
    }

    /** Whether what adds data to an entity would fill the disk of a voter that is short of room. */
    boolean refusesData(Placement placement, EntityKey key) {
        if (own.get() != Room.ENOUGH) {
            return true;
        }
        if (!someShort) {
            return false;
        }
        Configuration at = placement.configurationOf(key);
        VoterSet enough = those(at, told -> told.room() == Room.ENOUGH);
        VoterSet connected = those(at, told -> true);
        return !enough.equals(connected) && !at.quorum().isMajority(withSelf(enough, at));
    }

    /**
     * Whether too few voters of an entity are above the hard mark to choose anything: then those
     * below it use what they have prepared, for reads and for what removes data.
     */
    boolean isReserveOpen(Placement placement, EntityKey key) {
        Configuration at = placement.configurationOf(key);
        VoterSet above = those(at, told -> told.room() != Room.NONE);
        return !at.quorum().isMajority(own.get() == Room.NONE ? above : withSelf(above, at));
    }

    /** The voters that are connected, and have said that their room is such. */
    private VoterSet those(Configuration at, Predicate<Told> such) {
        SortedMap<Integer, Told> now = told;
        VoterSet those = VoterSet.NONE;
        for (int place = 0; place < at.voters().count(); place++) {
            Told one = now.get(at.voters().id(place));
            those = one != null && such.test(one) ? those.with(place) : those;
        }
        return those;
    }

    private VoterSet withSelf(VoterSet others, Configuration at) {
        return others.or(at.voters().placesOf(self));
    }

    /** Every node that is short of room, this one too, by its id. */
    public SortedMap<Integer, Told> shortOfRoom() {
        SortedMap<Integer, Told> all = others();
        all.put(self, own());
        all.values().removeIf(at -> at.room() == Room.ENOUGH);
        return all;
    }

    /** The same as lists of a log or an answer have it, such as "node 1 (310 MiB free)". */
    public static String words(Map<Integer, Told> nodes) {
        StringBuilder out = new StringBuilder();
        int left = nodes.size();
        for (Map.Entry<Integer, Told> node : nodes.entrySet()) {
            left--;
            out.append("node ")
                    .append(node.getKey())
                    .append(" (")
                    .append(node.getValue().usableBytes() >> 20)
                    .append(" MiB free)")
                    .append(left == 0 ? "" : left == 1 ? " and " : ", ");
        }
        return out.toString();
    }
}

package io.paxosstore.node.host;

import io.paxosstore.log.identity.Room;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The room on the disks of all nodes, as this node was told. What is chosen is stored by a
 * majority, so it is the majority's room that says whether there is any: a node whose own disk has
 * room would otherwise go on until the others' were full, and then nothing could be chosen any
 * more, not even a deletion. Thread-safe; asking takes no lock.
 */
public final class ClusterRoom {
    /**
     * What a node says of its disk.
     *
     * @param usableBytes what is free, in bytes
     */
    public record Told(Room room, long usableBytes) {}

    private final int nodes;
    private final Supplier<Room> own;
    private final LongSupplier ownUsableBytes;
    private final SortedMap<Integer, Told> told = new TreeMap<>();

    // Replaced under the lock, read without it: one word each, none depends on another.
    private volatile int othersEnough;
    private volatile int othersAboveHard;
    private volatile boolean someShort;

    /**
     * @param nodes how many nodes the cluster has
     * @param own this node's room now
     * @param ownUsableBytes what is free on this node's disk now
     */
    public ClusterRoom(int nodes, Supplier<Room> own, LongSupplier ownUsableBytes) {
        this.nodes = nodes;
        this.own = own;
        this.ownUsableBytes = ownUsableBytes;
    }

    /** A connected node says what room it has. */
    public synchronized void told(int nodeId, Told now) {
        told.put(nodeId, now);
        count();
    }

    /** A node is not connected any more: it stores nothing. */
    public synchronized void gone(int nodeId) {
        told.remove(nodeId);
        count();
    }

    private void count() {
        othersEnough = (int) told.values().stream().filter(at -> at.room() == Room.ENOUGH).count();
        othersAboveHard = (int) told.values().stream().filter(at -> at.room() != Room.NONE).count();
        someShort = told.values().stream().anyMatch(at -> at.room() != Room.ENOUGH);
    }

    /** What this node tells the others. */
    public Told own() {
        return new Told(own.get(), ownUsableBytes.getAsLong());
    }

    /** Every connected node that has said so, this one not among them. */
    public synchronized SortedMap<Integer, Told> others() {
        return new TreeMap<>(told);
    }

    Room ownRoom() {
        return own.get();
    }

    /** Whether what adds data would fill the disk of a node that is short of room. */
    boolean refusesData() {
        Room here = own.get();
        return here != Room.ENOUGH || (someShort && 1 + othersEnough < majority());
    }

    /**
     * Whether too few nodes are above the hard mark to choose anything: then those below it use
     * what they have prepared, for reads and for what removes data.
     */
    boolean isReserveOpen() {
        int here = own.get() == Room.NONE ? 0 : 1;
        return here + othersAboveHard < majority();
    }

    private int majority() {
        return nodes / 2 + 1;
    }

    /** Every node that is short of room, this one too, by its id. */
    public SortedMap<Integer, Told> shortOfRoom(int self) {
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

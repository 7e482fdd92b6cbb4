package io.paxosstore.bench.faults;

import io.paxosstore.bench.proxy.FrameFault;

import java.util.Locale;

/** What can be done to a replica. */
public enum FaultKind {
    /** SIGKILL, and a new start. */
    KILL,
    /** SIGSTOP for up to ten seconds. */
    PAUSE,
    /** No way to or from any other replica. */
    PARTITION,
    /** No way to or from one other replica. */
    PARTIAL,
    /** Messages pass in one direction only. */
    ONE_WAY,
    /** Messages to and from the replica take up to 300 ms. */
    DELAY,
    /** One direction to one other replica is not read, so that send buffers fill. */
    STALL,
    /** Connections are broken, again and again. */
    RESET,
    /** Every sync of the disk takes up to 500 ms. */
    SLOW,
    /** The disk is full. */
    FULL,
    /** Killed and started with an empty directory. */
    WIPE,
    /** Wiped; and while it rebuilds, another one is killed and started. */
    WIPE_KILL,
    /** Killed, bits of its files flipped, and started. */
    FLIP,
    /** Some frames are lost, to and from the replica or between all. */
    LOSS,
    /** Some frames come twice. */
    DUPLICATE,
    /** Some frames come after the next one. */
    REORDER,
    /** A new node joins, and the slots are spread over all. */
    JOIN_AND_SPREAD,
    /** Killed for good; a new node takes its places, and the dead one is removed. */
    REPLACE,
    /** A node's slots go to the others; then it is removed and stopped. */
    DRAIN,
    /** Joins or drains; changes are cancelled half-way, and go on later. */
    CANCEL,
    /** Joins or drains; while slots move, another node is killed and started. */
    KILL_DRIVER;

    /** As the command line names it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the victim loses what it held. */
    boolean losesData() {
        return this == WIPE || this == WIPE_KILL || this == FLIP;
    }

    /** Whether it changes who belongs to the cluster. */
    public boolean isOfMembers() {
        return switch (this) {
            case JOIN_AND_SPREAD, REPLACE, DRAIN, CANCEL, KILL_DRIVER -> true;
            case KILL, PAUSE, SLOW, FULL, WIPE, WIPE_KILL, FLIP -> false;
            case PARTITION, PARTIAL, ONE_WAY, DELAY, STALL, RESET -> false;
            case LOSS, DUPLICATE, REORDER -> false;
        };
    }

    /**
     * Whether it may be in a run in which members change. Nodes that joined are reached where the
     * list of nodes says, and not through a proxy, and they have no disk of their own.
     */
    public boolean goesWithMembers() {
        return isOfMembers() || this == KILL || this == PAUSE;
    }

    /** Whether two nodes may suffer such faults at the same time, and nothing be lost. */
    public boolean mayBeOfTwo() {
        return this == KILL || this == PAUSE || isOfNetwork();
    }

    /** Whether it may happen together with another fault of the same replica. */
    boolean isOfNetwork() {
        return switch (this) {
            case PARTITION, PARTIAL, ONE_WAY, DELAY, STALL, RESET, LOSS, DUPLICATE, REORDER -> true;
            case KILL, PAUSE, SLOW, FULL, WIPE, WIPE_KILL, FLIP -> false;
            case JOIN_AND_SPREAD, REPLACE, DRAIN, CANCEL, KILL_DRIVER -> false;
        };
    }

    /** What it does to whole frames between replicas. */
    FrameFault ofFrames() {
        return switch (this) {
            case LOSS -> FrameFault.LOSE;
            case DUPLICATE -> FrameFault.DOUBLE;
            case REORDER -> FrameFault.SWAP;
            case KILL, PAUSE, SLOW, FULL, WIPE, WIPE_KILL, FLIP -> FrameFault.NONE;
            case PARTITION, PARTIAL, ONE_WAY, DELAY, STALL, RESET -> FrameFault.NONE;
            case JOIN_AND_SPREAD, REPLACE, DRAIN, CANCEL, KILL_DRIVER -> FrameFault.NONE;
        };
    }
}

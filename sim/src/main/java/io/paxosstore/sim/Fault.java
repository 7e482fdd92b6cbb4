package io.paxosstore.sim;

/** What was done to a cluster, and what a want of room made its nodes do; counted in every run. */
public enum Fault {
    CRASH,
    /** A write of the node's own small files failed: it stops (Rule D4). */
    IDENTITY_FAILED,
    /** A write of the node's own small files found no room: it is tried again. */
    IDENTITY_WITHOUT_ROOM,
    /** The thread for what blocks took no more. */
    BACKGROUND_REFUSED,
    /** The power failed once more in the middle of the start after a crash. */
    CRASH_IN_START,
    PAUSE,
    PARTITION,
    SLOW_DISK,
    CLOCK_JUMP,
    WIPE,
    DAMAGE,
    /** A disk fell below the soft watermark. */
    DISK_LOW,
    /** A disk fell below the hard watermark. */
    DISK_FULL,
    /** A disk was so full that not even what was under way could be written. */
    DISK_STALLED,
    /** Without room: a client's write. */
    WRITE_REFUSED,
    /** Without room: a client's read. */
    READ_REFUSED,
    /** Without room: a message of another node that might have had to be written. */
    MESSAGE_DROPPED,
    /** No fault: other nodes are to vote for a slot. */
    CHANGE_OF_VOTERS,
    /** No fault: a change of voters that nodes drive has ended, one way or the other. */
    CHANGE_ENDED,
    /** No fault: a change of voters is taken back. */
    CHANGE_TAKEN_BACK,
    /** A change of voters ended while the nodes were in two parts, of which one heard of it. */
    TURN_SPLIT,
    /** A node died in the middle of changes of voters, and stayed away. */
    KILL_IN_CHANGE,
    /** No fault: an operator wishes that something about the nodes be another way. */
    WISH,
    /** No fault: a node takes a command in that another one has got from a client. */
    CALL_FORWARDED
}

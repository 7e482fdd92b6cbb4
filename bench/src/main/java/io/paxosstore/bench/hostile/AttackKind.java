package io.paxosstore.bench.hostile;

import java.util.Locale;

/** What hostile clients do. */
public enum AttackKind {
    /** Broken frames, and commands with any words, to the port for clients of Redis. */
    FUZZ_REDIS,
    /** A thousand pipelines of reads to one port for clients of Redis, and nobody who reads. */
    UNREAD_REDIS,
    /** Random bytes, and frames with bytes altered, to the port for clients. */
    FUZZ_CLIENTS,
    /** The same to the port for peers. */
    FUZZ_PEERS,
    /** The same to the admin port. */
    FUZZ_ADMIN,
    /** A thousand reads of large values at once, and nobody who reads the answers. */
    SLOW_READERS,
    /** Frames that come byte by byte. */
    SLOW_WRITERS,
    /** Large frames without their last byte. */
    UNFINISHED,
    /** Connections that come and go, some in the middle of a word. */
    STORM,
    /** 5,000 connections that have greeted and say nothing more. */
    IDLE,
    /** Requests to the admin port that never end. */
    HALF_OPEN,
    /** A hundred that ask the admin port for its figures for ever, and do not read them. */
    UNREAD_ADMIN,
    /** The largest values, written and read by careless programs. */
    LARGE_VALUES,
    /** The largest changes of an entity. */
    LARGE_MULTI_OPS,
    /** Queries that compare every row of a large table with everything. */
    WORST_SQL;

    /** As the command line names it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it finds nothing to read unless large values are there. */
    boolean readsLargeValues() {
        return this == SLOW_READERS || this == LARGE_VALUES;
    }

    Attack attack() {
        return switch (this) {
            case FUZZ_REDIS -> RedisAttacks.fuzz();
            case UNREAD_REDIS -> RedisAttacks.unread();
            case FUZZ_CLIENTS -> Fuzz.ofClients();
            case FUZZ_PEERS -> Fuzz.ofPeers();
            case FUZZ_ADMIN -> Fuzz.ofAdmin();
            case SLOW_READERS -> Stalling.readers();
            case SLOW_WRITERS -> Stalling.writers();
            case UNFINISHED -> Stalling.unfinished();
            case STORM -> Connections.storm();
            case IDLE -> Connections.idle();
            case HALF_OPEN -> Connections.halfOpen();
            case UNREAD_ADMIN -> Connections.unread();
            case LARGE_VALUES -> Careless.values();
            case LARGE_MULTI_OPS -> Careless.multiOps();
            case WORST_SQL -> Careless.sql();
        };
    }
}

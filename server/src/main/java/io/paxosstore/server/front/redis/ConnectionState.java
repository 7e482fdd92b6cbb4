package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.resp.Arguments;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What a connection has been told about itself. On its loop only. */
final class ConnectionState {
    /** The version of the protocol until HELLO says another. */
    static final int FIRST_VERSION = 2;

    /** What a command of a transaction costs beside its words. */
    private static final int COMMAND_BYTES = 64;

    private final long id;
    private int version = FIRST_VERSION;
    private int database;
    private boolean isAuthenticated;
    private String name = "";
    private @Nullable Transaction transaction;
    private @Nullable Watched watched;

    /** Commands between MULTI and EXEC. */
    static final class Transaction {
        private final List<Arguments> commands = new ArrayList<>();
        private byte @Nullable [] tag;
        private boolean isBroken;
        private int bytes;
        private long heldBytes;

        List<Arguments> commands() {
            return commands;
        }

        /** The hash tag of all its keys; null while it has none. */
        byte @Nullable [] tag() {
            return tag;
        }

        void tag(byte[] itsTag) {
            tag = itsTag;
        }

        /** A command could not be queued: EXEC will refuse, and none of them is needed. */
        void broken() {
            isBroken = true;
            commands.clear();
            heldBytes = 0;
        }

        boolean isBroken() {
            return isBroken;
        }

        /** Adds a command, unless it is broken; returns how many bytes all have. */
        int add(Arguments command) {
            if (!isBroken) {
                commands.add(command);
                bytes += command.contentBytes();
                heldBytes += COMMAND_BYTES + command.heldBytes();
            }
            return bytes;
        }
    }

    /**
     * Keys that must not change before EXEC.
     *
     * @param key the entity that they are in
     * @param version that it had when it was watched
     */
    record Watched(EntityKey key, long version) {}

    /**
     * @param id unique among the connections of this node
     * @param isAuthenticated whether it need not say who it is
     */
    ConnectionState(long id, boolean isAuthenticated) {
        this.id = id;
        this.isAuthenticated = isAuthenticated;
    }

    long id() {
        return id;
    }

    /** The version of the protocol, 2 or 3. */
    int version() {
        return version;
    }

    void version(int newVersion) {
        version = newVersion;
    }

    /** The number of the database. */
    int database() {
        return database;
    }

    void database(int number) {
        database = number;
    }

    boolean isAuthenticated() {
        return isAuthenticated;
    }

    void authenticated() {
        isAuthenticated = true;
    }

    /** What the client calls the connection; may be empty. */
    String name() {
        return name;
    }

    void name(String newName) {
        name = newName;
    }

    /** The transaction that is being queued; null if there is none. */
    @Nullable Transaction transaction() {
        return transaction;
    }

    /** About how much memory it takes that commands are queued. */
    long heldBytes() {
        return transaction == null ? 0 : transaction.heldBytes;
    }

    void begin() {
        transaction = new Transaction();
    }

    @Nullable Watched watched() {
        return watched;
    }

    void watch(Watched keys) {
        watched = keys;
    }

    void unwatch() {
        watched = null;
    }

    /** The transaction is over, and what was watched is forgotten. */
    void end() {
        transaction = null;
        watched = null;
    }

    /**
     * RESET: everything is as at the beginning.
     *
     * @param needsPassword whether the client must say again who it is
     */
    void reset(boolean needsPassword) {
        end();
        version = FIRST_VERSION;
        database = 0;
        name = "";
        isAuthenticated = !needsPassword;
    }
}

package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a connection has been told about itself. Changed on its loop only; other loops read what
 * CLIENT LIST shows of it, which may be of a moment ago.
 */
final class ConnectionState {
    /** The version of the protocol until HELLO says another. */
    static final int FIRST_VERSION = 2;

    /** The option of CLIENT SETINFO that says which library the client has. */
    static final String LIBRARY_NAME = "LIB-NAME";

    /** The option of CLIENT SETINFO that says which version of it. */
    static final String LIBRARY_VERSION = "LIB-VER";

    /** What a command of a transaction costs beside its words. */
    private static final int COMMAND_BYTES = 64;

    private final long id;
    private final long beganNanos;
    private final Map<String, String> library = new ConcurrentHashMap<>();
    private int version = FIRST_VERSION;
    private int database;
    private boolean isAuthenticated;
    private String name = "";
    private volatile long lastNanos;
    private volatile @Nullable CommandSpec lastCommand;
    private Answering answering = Answering.ALL;
    private volatile @Nullable Blocked blocked;
    private @Nullable Transaction transaction;
    private @Nullable Watched watched;

    /** Which commands are answered. */
    enum Answering {
        /** All. */
        ALL,
        /** None. */
        NONE,
        /** Not the one that asks for it, and not the next one. */
        NOT_THE_NEXT,
        /** Not this one, but those behind it. */
        NOT_THIS
    }

    /** Commands between MULTI and EXEC. */
    static final class Transaction {
        private final List<Arguments> commands = new ArrayList<>();
        private int database;
        private int keysDatabase;
        private boolean isSelecting;
        private byte @Nullable [] tag;
        private byte @Nullable [] home;
        private boolean isBroken;
        private int bytes;
        private long heldBytes;

        /**
         * @param database that the connection is in
         */
        Transaction(int database) {
            this.database = database;
            this.keysDatabase = database;
        }

        List<Arguments> commands() {
            return commands;
        }

        /** The database that the keys of the next commands are in. */
        int database() {
            return database;
        }

        /** SELECT is one of the commands. */
        void select(int number) {
            database = number;
            isSelecting = true;
        }

        /** Whether the connection may be in another database behind it. */
        boolean isSelecting() {
            return isSelecting;
        }

        /** The database that all its keys are in. */
        int keysDatabase() {
            return keysDatabase;
        }

        /** The hash tag of all its keys; null while it has none. */
        byte @Nullable [] tag() {
            return tag;
        }

        /**
         * Another command has keys.
         *
         * @throws RedisError if they are not where those before them are
         */
        void tag(byte[] itsTag) {
            checkDatabase();
            if (tag != null && !Arrays.equals(itsTag, tag)) {
                throw RedisError.crossSlot();
            }
            tag = itsTag;
        }

        /** The hash tag that it is executed at; null if it has no commands on keys. */
        byte @Nullable [] home() {
            return tag == null ? home : tag;
        }

        /**
         * It has a script without keys: the hash tag for it, unless others say another.
         *
         * @throws RedisError if others have keys in another database
         */
        void home(byte[] ofScript) {
            checkDatabase();
            if (home == null) {
                home = ofScript;
            }
        }

        private void checkDatabase() {
            if (home() == null) {
                keysDatabase = database;
            } else if (keysDatabase != database) {
                throw new RedisError("ERR the keys of a transaction must be in one database");
            }
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
     * @param watch how they were
     */
    record Watched(EntityKey key, CommandBatch.Watch watch) {}

    /**
     * @param id unique among the connections of this node
     * @param beganNanos when it was opened, on the monotonic clock
     * @param isAuthenticated whether it need not say who it is
     */
    ConnectionState(long id, long beganNanos, boolean isAuthenticated) {
        this.id = id;
        this.beganNanos = beganNanos;
        this.lastNanos = beganNanos;
        this.isAuthenticated = isAuthenticated;
    }

    /** When it was opened, on the monotonic clock. */
    long beganNanos() {
        return beganNanos;
    }

    /** A command has come. */
    void came(CommandSpec command, long nowNanos) {
        lastCommand = command;
        lastNanos = nowNanos;
    }

    /** When its last command came, or else it was opened. */
    long lastNanos() {
        return lastNanos;
    }

    /** Its last command; null before the first. */
    @Nullable CommandSpec lastCommand() {
        return lastCommand;
    }

    /** What it has said of its client's library; empty if nothing. */
    String library(String option) {
        return library.getOrDefault(option, "");
    }

    void library(String option, String value) {
        library.put(option, value);
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

    /** That of the keys of the next command, which may be queued behind a SELECT. */
    int databaseOfNext() {
        Transaction queued = transaction;
        return queued == null ? database : queued.database();
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

    /** A command begins that may wait. */
    void block(Blocked command) {
        blocked = command;
    }

    /** Whether its last command waits; from any thread. */
    boolean isBlocked() {
        Blocked last = blocked;
        return last != null && last.isWaiting();
    }

    /** Its command that waits, if one does, does not wait any longer. */
    void unblock(Blocked.Ending how) {
        Blocked last = blocked;
        if (last != null) {
            last.unblock(how);
        }
    }

    /** The connection is gone. */
    void abandon() {
        Blocked last = blocked;
        if (last != null) {
            last.abandon();
        }
    }

    /** Whether the command that is being begun is answered. */
    boolean isAnswered() {
        return answering == Answering.ALL;
    }

    void answering(Answering which) {
        answering = which;
    }

    /** How it is when the next command is not to be answered. */
    Answering skipping() {
        return answering == Answering.NONE ? Answering.NONE : Answering.NOT_THE_NEXT;
    }

    /** Another command is begun. */
    void next() {
        if (answering == Answering.NOT_THE_NEXT) {
            answering = Answering.NOT_THIS;
        } else if (answering == Answering.NOT_THIS) {
            answering = Answering.ALL;
        }
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
        Transaction queued = transaction; // others look on, for CLIENT LIST
        return queued == null ? 0 : queued.heldBytes;
    }

    void begin() {
        transaction = new Transaction(database);
    }

    @Nullable Watched watched() {
        return watched;
    }

    /**
     * Keys of an entity are watched, beside those of it that are already.
     *
     * @param version of the entity
     * @param untilMillis when the first of the keys expires; {@link Keyspace#NEVER}
     */
    void watch(EntityKey entity, long version, long untilMillis) {
        CommandBatch.Watch watch = new CommandBatch.Watch(version, untilMillis);
        watched = new Watched(entity, watched == null ? watch : watched.watch().and(untilMillis));
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
        answering = Answering.ALL;
        isAuthenticated = !needsPassword;
    }
}

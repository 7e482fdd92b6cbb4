package io.paxosstore.lsm.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns RocksDB's exceptions into this package's. */
final class Failures {
    private static final Pattern PLACE = Pattern.compile("(\\S+\\.sst)(?:.*?offset[: ]+(\\d+))?");

    private Failures() {}

    /** A call into RocksDB. */
    @FunctionalInterface
    interface Call<T extends @Nullable Object> {
        T run() throws RocksDBException;
    }

    /** A call into RocksDB that returns nothing. */
    @FunctionalInterface
    interface Action {
        void run() throws RocksDBException;
    }

    static <T extends @Nullable Object> T call(String what, Call<T> call) {
        try {
            return call.run();
        } catch (RocksDBException e) {
            throw failure(what, e);
        }
    }

    static void run(String what, Action action) {
        try {
            action.run();
        } catch (RocksDBException e) {
            throw failure(what, e);
        }
    }

    static LsmFailureException failure(String what, RocksDBException e) {
        Status status = e.getStatus();
        if (status != null && isNoRoom(status)) {
            return new NoRoomException(what + " found no room: " + e.getMessage(), e);
        }
        if (status == null || status.getCode() != Status.Code.Corruption) {
            return new LsmFailureException(what + " failed: " + e.getMessage(), e);
        }
        String message = String.valueOf(e.getMessage());
        return new DamagedTableException(fileIn(message), offsetIn(message), e);
    }

    /** Whether the disk is full. */
    static boolean isNoRoom(Status status) {
        return status.getSubCode() == Status.SubCode.NoSpace;
    }

    /** The table file that a message names; "unknown" if it names none. */
    static String fileIn(String message) {
        Matcher place = PLACE.matcher(message);
        return place.find() ? place.group(1) : "unknown";
    }

    /** The offset that a message names; -1 if it names none. */
    static long offsetIn(String message) {
        Matcher place = PLACE.matcher(message);
        String offset = place.find() ? place.group(2) : null;
        return offset == null ? -1 : Long.parseLong(offset);
    }
}

package io.paxosstore.redis.stream;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

/**
 * The options of XADD and XTRIM. Used once.
 *
 * <p>Redis trims exactly, or with {@code ~} in whole nodes of its tree, as if it were cheaper. Here
 * an entry is a node: {@code ~} says only that LIMIT holds.
 */
final class TrimOptions {
    /** Most entries that {@code ~} without LIMIT trims. */
    static final long APPROXIMATE_MAX = 10_000;

    private enum Strategy {
        NONE,
        MAXLEN,
        MINID
    }

    private final Arguments in;
    private final boolean isAdd;
    private Strategy strategy = Strategy.NONE;
    private boolean isApproximate;
    private boolean mayCreate = true;
    private @Nullable Long limit;
    private long lengthMax;
    private StreamId leastId = StreamId.ZERO;
    private IdWords.@Nullable Wanted wanted;
    private int at = 2;

    private TrimOptions(Arguments in, boolean isAdd) {
        this.in = in;
        this.isAdd = isAdd;
    }

    /**
     * Those of XADD, up to the id and with it.
     *
     * @throws RedisError if they make no sense
     */
    static TrimOptions ofAdd(Arguments in) {
        return new TrimOptions(in, true).parse();
    }

    /**
     * Those of XTRIM.
     *
     * @throws RedisError if they make no sense
     */
    static TrimOptions ofTrim(Arguments in) {
        return new TrimOptions(in, false).parse();
    }

    /** The index of the id of XADD; of no word if there is none. */
    int idAt() {
        return at;
    }

    /** The id that XADD is given; null for any. */
    IdWords.@Nullable Wanted wanted() {
        return wanted;
    }

    /** Whether a stream is made where none is. */
    boolean mayCreate() {
        return mayCreate;
    }

    /** Removes what is too much; returns how many entries. */
    long trim(OpenStream stream) {
        long most = isApproximate ? approximateMost() : Long.MAX_VALUE;
        return switch (strategy) {
            case NONE -> 0;
            case MAXLEN -> stream.trim(null, Math.min(most, stream.header().length() - lengthMax));
            case MINID -> stream.trim(leastId, most);
        };
    }

    private long approximateMost() {
        Long given = limit;
        if (given == null) {
            return APPROXIMATE_MAX;
        }
        return given == 0 ? Long.MAX_VALUE : given;
    }

    private TrimOptions parse() {
        while (at < in.count() && option()) {
            at++;
        }
        check();
        return this;
    }

    /** Reads an option; false at the id of XADD. */
    private boolean option() {
        boolean hasMore = at + 1 < in.count();
        if (isAdd && in.is(at, "*")) {
            return false;
        } else if (hasMore && in.is(at, "MAXLEN")) {
            begin(Strategy.MAXLEN);
            lengthMax = in.integer(at);
            if (lengthMax < 0) {
                throw new RedisError("ERR The MAXLEN argument must be >= 0.");
            }
        } else if (hasMore && in.is(at, "MINID")) {
            begin(Strategy.MINID);
            leastId = IdWords.strict(in.bytes(at), 0);
        } else if (hasMore && in.is(at, "LIMIT")) {
            at++;
            limit = in.integer(at);
            if (limit < 0) {
                throw new RedisError("ERR The LIMIT argument must be >= 0.");
            }
        } else if (isAdd && in.is(at, "NOMKSTREAM")) {
            mayCreate = false;
        } else if (isAdd) {
            wanted = IdWords.wanted(in.bytes(at));
            return false;
        } else {
            throw RedisError.syntax();
        }
        return true;
    }

    /** Goes to the word that says how much is to be trimmed. */
    private void begin(Strategy chosen) {
        if (strategy != Strategy.NONE) {
            throw new RedisError(
                    "ERR syntax error, MAXLEN and MINID options at the same time are not"
                            + " compatible");
        }
        strategy = chosen;
        isApproximate = false;
        at++;
        if (at + 1 < in.count() && (in.is(at, "~") || in.is(at, "="))) {
            isApproximate = in.is(at, "~");
            at++;
        }
    }

    private void check() {
        Long given = limit;
        if (given != null && given > 0 && strategy == Strategy.NONE) {
            throw new RedisError(
                    "ERR syntax error, LIMIT cannot be used without specifying a trimming"
                            + " strategy");
        }
        if (!isAdd && strategy == Strategy.NONE) {
            throw new RedisError("ERR syntax error, XTRIM must be called with a trimming strategy");
        }
        if (given != null && !isApproximate) {
            throw new RedisError(
                    "ERR syntax error, LIMIT cannot be used without the special ~ option");
        }
    }
}

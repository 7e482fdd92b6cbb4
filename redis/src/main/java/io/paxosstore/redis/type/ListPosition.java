package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One LPOS with its options. Used once. */
final class ListPosition {
    /** In place of a count: only one match is wanted. */
    private static final long ONE = -1;

    private final Keyspace keys;
    private final byte[] key;
    private final byte[] wanted;
    private final List<Reply> found = new ArrayList<>();
    private long rank = 1;
    private long count = ONE;
    private long most;
    private long looked;
    private long matches;

    ListPosition(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.key = in.bytes(1);
        this.wanted = in.bytes(2);
        readOptions(in);
    }

    private void readOptions(Arguments in) {
        for (int i = 3; i < in.count(); i += 2) {
            if (i + 1 == in.count()) {
                throw RedisError.syntax();
            }
            switch (in.option(i)) {
                case "RANK" -> rank = rank(in, i + 1);
                case "COUNT" -> count = natural(in, i + 1, "ERR COUNT can't be negative");
                case "MAXLEN" -> most = natural(in, i + 1, "ERR MAXLEN can't be negative");
                default -> throw RedisError.syntax();
            }
        }
    }

    private static long rank(Arguments in, int index) {
        long rank = in.integer(index);
        if (rank == 0) {
            throw new RedisError(
                    "ERR RANK can't be zero: use 1 to start from the first match, 2 from the"
                            + " second ... or use negative to start from the end of the list");
        }
        return rank;
    }

    private static long natural(Arguments in, int index, String error) {
        return in.integer(index, 0, Long.MAX_VALUE, error);
    }

    Reply execute() {
        long size = keys.size(key, ObjectType.LIST);
        ListElements elements = new ListElements(keys, key);
        if (rank > 0) {
            elements.forward(0, size - 1, this::look);
        } else {
            rank = -rank;
            elements.backward(size - 1, this::look);
        }
        if (count != ONE) {
            return new Reply.Array(found);
        }
        return found.isEmpty() ? Reply.NULL : found.getFirst();
    }

    private boolean look(long index, byte[] element) {
        if (most != 0 && looked == most) {
            return false;
        }
        looked++;
        if (Arrays.equals(element, wanted)) {
            matches++;
            if (matches >= rank) {
                found.add(new Reply.Number(index));
                return count == 0 || (count != ONE && matches - rank + 1 < count);
            }
        }
        return true;
    }
}

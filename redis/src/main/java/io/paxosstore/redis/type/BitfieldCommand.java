package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;

/** One BITFIELD, with all that it does. Used once. */
final class BitfieldCommand {
    private static final byte[] NOTHING = {};

    private final Keyspace keys;
    private final byte[] key;
    private final List<Step> steps = new ArrayList<>();
    private long lastWritten = -1;
    private boolean isChanged;

    private enum Kind {
        GET,
        SET,
        INCRBY
    }

    private record Step(
            Kind kind, BitField field, long offset, long operand, BitField.Overflow overflow) {}

    /**
     * @param mayWrite whether it may do more than read
     */
    BitfieldCommand(Keyspace keys, Arguments in, boolean mayWrite) {
        this.keys = keys;
        this.key = in.bytes(1);
        readSteps(in);
        if (lastWritten >= 0 && !mayWrite) {
            throw new RedisError("ERR BITFIELD_RO only supports the GET subcommand");
        }
    }

    private void readSteps(Arguments in) {
        BitField.Overflow overflow = BitField.Overflow.WRAP;
        int i = 2;
        while (i < in.count()) {
            int left = in.count() - i - 1;
            if (in.is(i, "OVERFLOW") && left >= 1) {
                overflow = overflow(in.option(i + 1));
                i += 2;
            } else if (in.is(i, "GET") && left >= 2) {
                add(in, i, Kind.GET, overflow);
                i += 3;
            } else if (in.is(i, "SET") && left >= 3) {
                add(in, i, Kind.SET, overflow);
                i += 4;
            } else if (in.is(i, "INCRBY") && left >= 3) {
                add(in, i, Kind.INCRBY, overflow);
                i += 4;
            } else {
                throw RedisError.syntax();
            }
        }
    }

    private static BitField.Overflow overflow(String word) {
        return switch (word) {
            case "WRAP" -> BitField.Overflow.WRAP;
            case "SAT" -> BitField.Overflow.SAT;
            case "FAIL" -> BitField.Overflow.FAIL;
            default -> throw new RedisError("ERR Invalid OVERFLOW type specified");
        };
    }

    private void add(Arguments in, int index, Kind kind, BitField.Overflow overflow) {
        BitField field = BitField.of(in.bytes(index + 1));
        long offset = BitOffset.ofField(in.bytes(index + 2), field.bits());
        long operand = 0;
        if (kind != Kind.GET) {
            operand = in.integer(index + 3);
            lastWritten = Math.max(lastWritten, offset + field.bits() - 1);
        }
        steps.add(new Step(kind, field, offset, operand, overflow));
    }

    Reply execute() {
        Result.Value before = keys.string(key);
        byte[] old = before.value() == null ? NOTHING : before.value();
        byte[] bytes =
                lastWritten < 0 ? old : StringLength.grown(old, BitOffset.bytes(lastWritten));
        boolean isGrown = bytes.length != old.length;
        List<Reply> replies = new ArrayList<>();
        for (Step step : steps) {
            replies.add(execute(step, bytes, isGrown));
        }
        if (lastWritten >= 0) {
            keys.putString(key, bytes, before.deadlineMillis());
        }
        if (isChanged) {
            keys.event(EventClass.STRING, "setbit", key);
        }
        return new Reply.Array(replies);
    }

    private Reply execute(Step step, byte[] bytes, boolean isGrown) {
        long before = step.field().get(bytes, step.offset());
        if (step.kind() == Kind.GET) {
            return new Reply.Number(before);
        }
        boolean adds = step.kind() == Kind.INCRBY;
        Long after =
                adds
                        ? step.field().sum(before, step.operand(), step.overflow())
                        : step.field().sum(step.operand(), 0, step.overflow());
        if (after == null) {
            return Reply.NULL;
        }
        step.field().set(bytes, step.offset(), after);
        isChanged |= isGrown || step.field().get(bytes, step.offset()) != before;
        return new Reply.Number(adds ? after : before);
    }
}

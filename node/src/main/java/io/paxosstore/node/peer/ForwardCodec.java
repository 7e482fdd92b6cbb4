package io.paxosstore.node.peer;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.CommandCodec;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

/** Calls and their outcomes as bytes; docs/peer-protocol.md draws them. */
final class ForwardCodec {
    private static final int KEY_READ = 1;
    private static final int QUERY = 2;
    private static final int WRITE = 3;

    private static final int WORKED_ON = 0;
    private static final int WRITTEN = 1;
    private static final int VALUE = 2;
    private static final int CURRENT = 3;
    private static final int EXECUTED = 4;
    private static final int RECOVERED = 5;
    private static final int NOT_DONE = 6;
    private static final int UNKNOWN = 7;
    private static final int EXPIRED = 8;

    private ForwardCodec() {}

    /**
     * Appends what follows the type of a FORWARD.
     *
     * @param id what this node calls it
     * @param ofClient whether a client asks, not this node itself
     * @param nowNanos the monotonic clock: how long is left travels, not until when
     */
    static void write(
            ByteWriter out,
            long id,
            boolean ofClient,
            Call call,
            long nowNanos,
            CommandCodec commands) {
        EntityKey key = call.key();
        out.putVarint(id).putByte(ofClient ? 1 : 0);
        out.putVarint(Math.max(0, call.deadlineNanos() - nowNanos));
        out.putVarint(key.space()).putBytes(key.key());
        switch (call) {
            case Call.Read read -> {
                Command query = read.query();
                out.putByte(query == null ? KEY_READ : QUERY).putByte(code(read.mode()));
                if (query != null) {
                    out.putBytes(commands.encode(key, query));
                }
            }
            case Call.Write write ->
                    out.putByte(WRITE)
                            .putLong(write.id().clientId())
                            .putLong(write.id().stamp())
                            .putLong(write.settledFloor())
                            .putBytes(commands.encode(key, write.command()));
            case Call.Recover recover ->
                    throw new IllegalArgumentException("not for another node: " + recover);
        }
    }

    /**
     * Reads the same.
     *
     * @param nowNanos the monotonic clock of this node
     */
    static ForwardFrame.Ask readAsk(ByteReader in, long nowNanos, CommandCodec commands) {
        long id = in.getVarint();
        boolean ofClient = in.getByte() != 0;
        long deadlineNanos = nowNanos + Math.max(0, in.getVarint());
        EntityKey key = FormatBounds.readKey(in);
        return new ForwardFrame.Ask(id, ofClient, readCall(in, key, deadlineNanos, commands));
    }

    private static @Nullable Call readCall(
            ByteReader in, EntityKey key, long deadlineNanos, CommandCodec commands) {
        int kind = in.getByte();
        return switch (kind) {
            case KEY_READ -> new Call.Read(key, readMode(in), null, deadlineNanos);
            case QUERY -> readQuery(in, key, deadlineNanos, commands);
            case WRITE -> readWrite(in, key, deadlineNanos, commands);
            default -> throw new MalformedBytesException("Unknown call " + kind + ".");
        };
    }

    private static @Nullable Call readQuery(
            ByteReader in, EntityKey key, long deadlineNanos, CommandCodec commands) {
        ReadMode mode = readMode(in);
        Command query = command(key, in.getBytes(), commands);
        return query == null ? null : new Call.Read(key, mode, query, deadlineNanos);
    }

    private static @Nullable Call readWrite(
            ByteReader in, EntityKey key, long deadlineNanos, CommandCodec commands) {
        RequestId id = new RequestId(in.getLong(), in.getLong());
        long floor = in.getLong();
        Command command = command(key, in.getBytes(), commands);
        return command == null ? null : new Call.Write(key, id, floor, command, deadlineNanos);
    }

    /** The frame is intact: what is not understood here, a later release may have sent. */
    private static @Nullable Command command(EntityKey key, byte[] bytes, CommandCodec commands) {
        try {
            return commands.decode(key, bytes);
        } catch (MalformedBytesException e) {
            return null;
        }
    }

    private static int code(ReadMode mode) {
        return switch (mode) {
            case LINEARIZABLE -> 0;
            case LOCAL -> 1;
        };
    }

    private static ReadMode readMode(ByteReader in) {
        int code = in.getByte();
        return switch (code) {
            case 0 -> ReadMode.LINEARIZABLE;
            case 1 -> ReadMode.LOCAL;
            default -> throw new MalformedBytesException("Unknown read mode " + code + ".");
        };
    }

    /** Appends what follows the type of a FORWARDED that says that a call is worked on. */
    static void write(ByteWriter out, ForwardFrame.WorkedOn sign) {
        out.putVarint(sign.id()).putByte(WORKED_ON);
    }

    /** Appends what follows the type of a FORWARDED. */
    static void write(ByteWriter out, ForwardFrame.Answer answer) {
        out.putVarint(answer.id());
        switch (answer.outcome()) {
            case Outcome.Written written -> out.putByte(WRITTEN).putBytes(written.result().bytes());
            case Outcome.Value value ->
                    out.putByte(VALUE).putVarint(value.version()).putBytes(value.state().bytes());
            case Outcome.Current current -> out.putByte(CURRENT).putVarint(current.version());
            case Outcome.Executed _ -> out.putByte(EXECUTED);
            case Outcome.Recovered recovered ->
                    out.putByte(RECOVERED).putVarint(recovered.version());
            case Outcome.NotDone notDone -> out.putByte(NOT_DONE).putByte(code(notDone.reason()));
            case Outcome.Unknown _ -> out.putByte(UNKNOWN);
            case Outcome.RequestExpired expired ->
                    out.putByte(EXPIRED).putLong(expired.forgottenStamp());
        }
    }

    /** Reads the same. */
    static ForwardFrame readAnswer(ByteReader in) {
        long id = in.getVarint();
        int code = in.getByte();
        return switch (code) {
            case WORKED_ON -> new ForwardFrame.WorkedOn(id);
            case WRITTEN -> new ForwardFrame.Answer(id, new Outcome.Written(result(in)));
            case VALUE ->
                    new ForwardFrame.Answer(id, new Outcome.Value(in.getVarint(), result(in)));
            case CURRENT -> new ForwardFrame.Answer(id, new Outcome.Current(in.getVarint()));
            case EXECUTED -> new ForwardFrame.Answer(id, new Outcome.Executed());
            case RECOVERED -> new ForwardFrame.Answer(id, new Outcome.Recovered(in.getVarint()));
            case NOT_DONE -> new ForwardFrame.Answer(id, new Outcome.NotDone(reason(in)));
            case UNKNOWN -> new ForwardFrame.Answer(id, new Outcome.Unknown());
            case EXPIRED -> new ForwardFrame.Answer(id, new Outcome.RequestExpired(in.getLong()));
            default -> throw new MalformedBytesException("Unknown outcome " + code + ".");
        };
    }

    private static Outcome.Result result(ByteReader in) {
        return new Outcome.Result(in.getBytes());
    }

    private static int code(Outcome.Reason reason) {
        return switch (reason) {
            case OVERLOADED -> 0;
            case DEADLINE -> 1;
            case NO_VOTE -> 2;
            case NOT_A_VOTER -> 3;
            case DISK_FULL -> 4;
            case CLOCK_AHEAD -> 5;
        };
    }

    private static Outcome.Reason reason(ByteReader in) {
        int code = in.getByte();
        return switch (code) {
            case 0 -> Outcome.Reason.OVERLOADED;
            case 1 -> Outcome.Reason.DEADLINE;
            case 2 -> Outcome.Reason.NO_VOTE;
            case 3 -> Outcome.Reason.NOT_A_VOTER;
            case 4 -> Outcome.Reason.DISK_FULL;
            case 5 -> Outcome.Reason.CLOCK_AHEAD;
            default -> throw new MalformedBytesException("Unknown reason " + code + ".");
        };
    }
}

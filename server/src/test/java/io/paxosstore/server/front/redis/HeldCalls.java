package io.paxosstore.server.front.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** A node whose entities answer commands of Redis when they are told to, and the rest at once. */
final class HeldCalls implements NodeCalls {
    private record Held(Caller caller, long correlation, Call call, String words) {}

    private final Deque<Held> held = new ArrayDeque<>();

    /** How many calls had commands of Redis. */
    int count;

    @Override
    public void execute(Caller caller, long correlation, Call call) {
        Command command =
                call instanceof Call.Write write ? write.command() : ((Call.Read) call).query();
        if (command instanceof CommandsProcedure procedure) {
            count++;
            String words = new String(procedure.encoded(), ISO_8859_1);
            held.add(new Held(caller, correlation, call, words));
        } else {
            byte[] executed =
                    ModelCodec.encode(new MultiOpResult.Executed(1, true, List.of(), List.of()));
            complete(new Held(caller, correlation, call, ""), executed);
        }
    }

    private static void complete(Held one, byte[] result) {
        Outcome outcome = new Outcome.Value(1, new Outcome.Result(result));
        one.caller().complete(one.correlation(), one.call().operation(), outcome);
    }

    /** The words of the commands of the first call that waits for its answer; "" for none. */
    String words() {
        Held first = held.peek();
        return first == null ? "" : first.words();
    }

    /** Answers the first one. */
    void answer(String... replies) {
        ByteWriter out = new ByteWriter(64);
        out.putByte(ProcedureResult.REPLIES);
        for (String reply : replies) {
            out.putBytes(reply.getBytes(ISO_8859_1));
        }
        complete(held.remove(), out.toBytes());
    }

    @Override
    public void watch(Watcher watcher, long correlation, EntityKey key, long from) {}

    @Override
    public void unwatch(Watcher watcher, long correlation, EntityKey key) {}

    @Override
    public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchedRange watchRange(
            Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void listKeys(int home, KeysQuery query, Consumer<KeysAnswer> answer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean serves(int space, SpaceKind kind) {
        return true;
    }

    @Override
    public @Nullable Refusal closed() {
        return null;
    }
}

package io.paxosstore.node.peer;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.CommandCodec;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.IntConsumer;

/**
 * The calls that another node executes for this one, on one connection. Each gets one outcome: the
 * other node's, or, when its deadline is over or the connection has ended, that nobody knows (Rule
 * W5). On the shard's loop only.
 */
final class ForwardedCalls {
    /** Most calls at once. */
    static final int CALLS_MAX = 1024;

    /** Most bytes of calls at once; one call may have more. */
    static final int BYTES_MAX = 16 << 20;

    private static final long NEVER = Long.MAX_VALUE;
    private static final Outcome NO_VOTER = new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER);

    private record Away(
            Requester requester,
            long correlation,
            Operation operation,
            EntityKey key,
            long deadlineNanos,
            int bytes) {}

    private final ShardLoop shard;
    private final IntConsumer strayed;
    private final SequencedMap<Long, Away> away = new LinkedHashMap<>();
    private long lastId;
    private long bytes;
    private long timerNanos = NEVER;

    /**
     * @param strayed told in which slot the other node does not vote, though this one thought so
     */
    ForwardedCalls(ShardLoop shard, IntConsumer strayed) {
        this.shard = shard;
        this.strayed = strayed;
    }

    /** Takes a call and returns its FORWARD; null if too much is under way. */
    byte @Nullable [] forward(
            Requester requester, long correlation, Call call, CommandCodec commands) {
        if (away.size() >= CALLS_MAX || bytes >= BYTES_MAX) {
            return null;
        }
        long nowNanos = shard.nowNanos();
        ByteWriter out = PeerFrames.begin(PeerFrames.FORWARD);
        long id = lastId + 1;
        ForwardCodec.write(out, id, requester.isClient(), call, nowNanos, commands);
        byte[] frame = PeerFrames.finish(out);
        if (!away.isEmpty() && bytes + frame.length > BYTES_MAX) {
            return null;
        }
        lastId = id;
        bytes += frame.length;
        away.put(
                (Long) id,
                new Away(
                        requester,
                        correlation,
                        call.operation(),
                        call.key(),
                        call.deadlineNanos(),
                        frame.length));
        shard.away().begun(requester);
        lookAt(call.deadlineNanos());
        return frame;
    }

    /** The other node has said something about a call; that may have ended meanwhile. */
    void told(ForwardFrame frame) {
        switch (frame) {
            case ForwardFrame.Answer answer -> {
                Away call = away.remove(answer.id());
                if (call != null) {
                    if (answer.outcome().equals(NO_VOTER)) {
                        strayed.accept(Slots.of(call.key()));
                    }
                    end(call, answer.outcome());
                }
            }
            case ForwardFrame.WorkedOn sign -> {
                Away call = away.get(sign.id());
                if (call != null) {
                    shard.away().workedOn(call.requester(), call.correlation());
                }
            }
            case ForwardFrame.Ask ask -> throw new IllegalArgumentException("no answer: " + ask);
        }
    }

    /** The connection has ended: what is under way may or may not be executed. */
    void close() {
        List<Away> lost = List.copyOf(away.values());
        away.clear();
        lost.forEach(call -> end(call, unknown(call, Outcome.Reason.NOT_A_VOTER)));
    }

    /** A read that was not answered was not executed, as far as anybody can tell. */
    private static Outcome unknown(Away call, Outcome.Reason ofRead) {
        return call.operation() == Operation.WRITE
                ? new Outcome.Unknown()
                : new Outcome.NotDone(ofRead);
    }

    private void end(Away call, Outcome outcome) {
        bytes -= call.bytes();
        shard.away().ended(call.requester(), call.correlation(), call.operation(), outcome);
    }

    /** Not by the turn's time: while the turn lasts, that is too early, again and again. */
    private void lookAt(long nanos) {
        if (nanos < timerNanos) {
            timerNanos = nanos;
            long nowNanos = shard.scheduler().nanoTime();
            shard.scheduler().schedule(() -> look(nanos), Math.max(0, nanos - nowNanos));
        }
    }

    /** Ends those whose time is over. A timer that another has replaced does nothing. */
    private void look(long atNanos) {
        if (atNanos != timerNanos) {
            return;
        }
        timerNanos = NEVER;
        long nowNanos = shard.scheduler().nanoTime();
        long next = NEVER;
        List<Long> late = new ArrayList<>();
        for (Map.Entry<Long, Away> call : away.entrySet()) {
            long deadlineNanos = call.getValue().deadlineNanos();
            if (deadlineNanos <= nowNanos) {
                late.add(call.getKey());
            } else {
                next = Math.min(next, deadlineNanos);
            }
        }
        for (Long id : late) {
            Away call = away.remove(id);
            if (call != null) {
                end(call, unknown(call, Outcome.Reason.DEADLINE));
            }
        }
        lookAt(next);
    }
}

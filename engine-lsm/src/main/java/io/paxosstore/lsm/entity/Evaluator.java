package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.RequestTable;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.ExpiryClock;
import io.paxosstore.lsm.model.EntityState;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.model.MeteredState;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Procedure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Evaluates commands on an entity's data (Rules W1, W2). Immutable. */
final class Evaluator {
    /**
     * The largest payload that an entry is made of, in bytes. Below what the journal holds: nodes
     * of earlier releases, whose journals held no more, take part in the same log.
     */
    static final int PAYLOAD_BYTES_MAX = 4 << 20;

    private static final byte[] NO_CHANGES = {};

    private static final int RESULT_KEPT_MAX = RequestTable.RESULT_BYTES_MAX;

    /** What a request adds to an entry beside its result. */
    private static final int RESULT_EXTRA_BYTES = 64;

    /** All results of one question together, about. */
    private static final long RESULTS_BYTES_MAX = 16L << 20;

    private final long payloadMax;

    /**
     * Makes an evaluator.
     *
     * @param journalMax the largest payload that the journal holds, in bytes
     */
    Evaluator(int journalMax) {
        this.payloadMax = Math.min(journalMax, PAYLOAD_BYTES_MAX) - (long) RESULT_EXTRA_BYTES;
    }

    /** An answer that says nothing. */
    static Input.Evaluated nothing(Effects.Evaluate question) {
        return new Input.Evaluated(question.key(), question.ticket(), List.of(), NO_CHANGES);
    }

    /**
     * Evaluates as many commands as fit into one entry, the first one always, and leaves out those
     * that take too long.
     */
    Input.Evaluated evaluate(Effects.Evaluate question, EntityState state, Pace pace) {
        if (state.entry() != question.version()) {
            return nothing(question);
        }
        long one = payloadMax - RESULT_KEPT_MAX - RESULT_EXTRA_BYTES;
        EntryBuilder entry =
                new EntryBuilder(
                        new MeteredState(state, pace.meter()), question.clockMillis(), one);
        List<byte @Nullable []> results = new ArrayList<>();
        long resultBytes = 0;
        long kept = 0;
        for (Command command : question.commands()) {
            long room = payloadMax - kept - RESULT_KEPT_MAX - RESULT_EXTRA_BYTES;
            boolean isOver =
                    entry.changeBytes() > room || resultBytes > RESULTS_BYTES_MAX || pace.isOver();
            boolean isFull = entry.isFull() && !isReadOnly(command);
            if (isFull || (isOver && !results.isEmpty())) {
                break;
            }
            byte[] encoded = null;
            if (pace.begins(command)) {
                try {
                    encoded = execute(entry, command, room);
                    if (encoded == null) {
                        break;
                    }
                    resultBytes += encoded.length;
                    kept += RESULT_EXTRA_BYTES;
                    kept += encoded.length <= RESULT_KEPT_MAX ? encoded.length : 0;
                } catch (EvaluationMeter.EndedException e) {
                    pace.tookTooLong();
                } finally {
                    pace.rests();
                }
            }
            results.add(encoded);
        }
        byte[] changes = entry.hasChanges() ? entry.changes().encode() : NO_CHANGES;
        return new Input.Evaluated(question.key(), question.ticket(), results, changes);
    }

    /**
     * Answers a command that changes nothing.
     *
     * @param clock what has expired; knows afterwards what is due
     * @return null if it takes too long
     */
    byte @Nullable [] read(Command query, EntityState state, ExpiryClock clock, Pace pace) {
        Invariant.check(isReadOnly(query), "a command that may change something is to be read");
        if (!pace.begins(query)) {
            return null;
        }
        EntityState metered = new MeteredState(state, pace.meter());
        try {
            return execute(new EntryBuilder(metered, clock), query, Long.MAX_VALUE);
        } catch (EvaluationMeter.EndedException e) {
            pace.tookTooLong();
            return null;
        } finally {
            pace.rests();
        }
    }

    /** The command's result; null if the entry would have more than the room for its changes. */
    private static byte @Nullable [] execute(EntryBuilder entry, Command command, long room) {
        return switch (command) {
            case EntityCommand entityCommand -> {
                MultiOpResult result = entry.executeWithin(entityCommand.multiOp(), room);
                yield result == null ? null : ModelCodec.encode(result);
            }
            case Procedure procedure -> entry.executeWithin(procedure, room);
            default -> throw notForEntities();
        };
    }

    private static boolean isReadOnly(Command command) {
        return switch (command) {
            case EntityCommand entityCommand -> entityCommand.multiOp().isReadOnly();
            case Procedure procedure -> procedure.isReadOnly();
            default -> throw notForEntities();
        };
    }

    private static Invariant.Violation notForEntities() {
        return new Invariant.Violation("a command for an entity is neither MultiOp nor procedure");
    }
}

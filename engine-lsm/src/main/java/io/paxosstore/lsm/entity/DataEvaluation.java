package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.log.EntityShard.ReadAnswer;
import io.paxosstore.log.ExpiryClock;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import java.util.function.LongSupplier;

/**
 * Evaluates on snapshots of the data, as far as it has been applied: on the shard's thread or
 * beside it. Thread-safe.
 */
final class DataEvaluation {
    private final ShardData data;
    private final Evaluator evaluator;
    private final LongSupplier wallMillis;

    DataEvaluation(ShardData data, Evaluator evaluator, LongSupplier wallMillis) {
        this.data = data;
        this.evaluator = evaluator;
        this.wallMillis = wallMillis;
    }

    /** Evaluates; says nothing if the data cannot be read, or is of another version. */
    Input.Evaluated evaluate(Effects.Evaluate question, Pace pace) {
        Input.Evaluated answer =
                data.guard(
                        question.key(),
                        () -> {
                            try (SnapshotState state = data.store().read(question.key())) {
                                return evaluator.evaluate(question, state, pace);
                            }
                        });
        return answer == null ? Evaluator.nothing(question) : answer;
    }

    /** Evaluates the one command of a question, or gives up when its time is over. */
    Input.Evaluation evaluateLong(Effects.Evaluate question, EvaluationMeter meter) {
        Input.Evaluated answer = evaluate(question, new WholeTime(meter));
        boolean isLeftOut = !answer.results().isEmpty() && answer.results().getFirst() == null;
        return isLeftOut ? given(question, Outcome.Reason.DEADLINE) : answer;
    }

    /** The answer to a question that was given up. */
    static Input.Evaluation given(Effects.Evaluate question, Outcome.Reason reason) {
        return new Input.NotEvaluated(question.key(), question.ticket(), reason);
    }

    /**
     * Answers a read at the clock of the newest entry (Rule X1).
     *
     * @param tooLong the answer if its time is over
     */
    ReadAnswer read(EntityKey key, Command query, Pace pace, ReadAnswer tooLong) {
        ReadAnswer answer =
                data.guard(
                        key,
                        () -> {
                            try (SnapshotState state = data.store().read(key)) {
                                ExpiryClock clock =
                                        ExpiryClock.ofRead(
                                                state.clockMillis(), wallMillis.getAsLong());
                                byte[] result = evaluator.read(query, state, clock, pace);
                                return result == null
                                        ? tooLong
                                        : new ReadAnswer.Read(
                                                state.entry(), result, clock.dueMillis());
                            }
                        });
        return answer == null ? new ReadAnswer.Unreadable() : answer;
    }
}

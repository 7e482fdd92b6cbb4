package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.log.EntityShard.ReadAnswer;
import io.paxosstore.log.ExpiryClock;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.store.StoredState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Evaluates on the data of entities, as far as it has been applied. */
final class DataEvaluation {
    private static final Logger LOG = LoggerFactory.getLogger(DataEvaluation.class);

    private final ShardData data;
    private final Evaluator evaluator;
    private final LongSupplier wallMillis;

    DataEvaluation(ShardData data, Evaluator evaluator, LongSupplier wallMillis) {
        this.data = data;
        this.evaluator = evaluator;
        this.wallMillis = wallMillis;
    }

    /**
     * Evaluates; says nothing if the data cannot be read, or is of another version. On the shard's
     * thread.
     */
    Input.Evaluated evaluate(Effects.Evaluate question, Pace pace) {
        return evaluate(question, pace, data.store()::readRecent);
    }

    /**
     * Evaluates the one command of a question, or gives up when its time is over. On any thread,
     * while entries are applied.
     */
    Input.Evaluation evaluateLong(Effects.Evaluate question, EvaluationMeter meter) {
        return answered(
                question.key(),
                () -> {
                    Input.Evaluated answer =
                            evaluate(question, new WholeTime(meter), data.store()::read);
                    boolean isLeftOut =
                            !answer.results().isEmpty() && answer.results().getFirst() == null;
                    return isLeftOut ? given(question, Outcome.Reason.DEADLINE) : answer;
                },
                given(question, Outcome.Reason.OVERLOADED));
    }

    /** A fault of what has a thread of its own ends that alone, and is answered. */
    private static <T> T answered(EntityKey key, Supplier<T> evaluation, T otherwise) {
        try {
            return evaluation.get();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("entity.evaluation_fault entity={}", key, e);
            return otherwise;
        }
    }

    private Input.Evaluated evaluate(
            Effects.Evaluate question, Pace pace, Function<EntityKey, StoredState> states) {
        Input.Evaluated answer =
                data.guard(
                        question.key(),
                        () -> {
                            try (StoredState state = states.apply(question.key())) {
                                return evaluator.evaluate(question, state, pace);
                            }
                        });
        return answer == null ? Evaluator.nothing(question) : answer;
    }

    /** The answer to a question that was given up. */
    static Input.Evaluation given(Effects.Evaluate question, Outcome.Reason reason) {
        return new Input.NotEvaluated(question.key(), question.ticket(), reason);
    }

    /** Answers a read at the clock of the newest entry (Rule X1). On the shard's thread. */
    ReadAnswer read(EntityKey key, Command query, Pace pace) {
        return read(key, query, pace, new ReadAnswer.TakesLong(), data.store()::readRecent);
    }

    /** The same, or gives up when its time is over. On any thread, while entries are applied. */
    ReadAnswer readLong(EntityKey key, Command query, EvaluationMeter meter) {
        ReadAnswer tooLong = new ReadAnswer.GivenUp(Outcome.Reason.DEADLINE);
        return answered(
                key,
                () -> read(key, query, new WholeTime(meter), tooLong, data.store()::read),
                new ReadAnswer.GivenUp(Outcome.Reason.OVERLOADED));
    }

    private ReadAnswer read(
            EntityKey key,
            Command query,
            Pace pace,
            ReadAnswer tooLong,
            Function<EntityKey, StoredState> states) {
        ReadAnswer answer =
                data.guard(
                        key,
                        () -> {
                            try (StoredState state = states.apply(key)) {
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

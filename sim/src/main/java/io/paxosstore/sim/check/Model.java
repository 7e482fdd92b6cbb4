package io.paxosstore.sim.check;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The sequential behaviour a history is compared with. Stateless. Nondeterministic where the
 * history does not say enough, for instance which version an unanswered write got.
 *
 * @param <S> a state; immutable, with value-based {@code equals} and {@code hashCode}
 * @param <I> what a call asks
 * @param <O> what a call answers
 */
public interface Model<S, I, O> {
    /** The state before any operation. */
    S initial();

    /**
     * Gives every state in which an operation can leave the object.
     *
     * @param state the state before
     * @param input what was asked
     * @param output what was answered; null when unknown, and then only states that differ from
     *     {@code state} are of interest: that the call did nothing is considered anyway
     * @param next takes the states; it is not called when the answer is impossible in this state
     */
    void step(S state, I input, @Nullable O output, Consumer<? super S> next);

    /**
     * Says which calls of unknown outcome can stand for each other: exchanging two of a kind makes
     * no answer of the history different. Equal calls always can.
     *
     * @param history all operations on the object
     * @return gives the kind of a call, with a value-based {@code equals} and {@code hashCode}
     */
    default Function<I, Object> kinds(List<Operation<I, O>> history) {
        return call -> call;
    }
}

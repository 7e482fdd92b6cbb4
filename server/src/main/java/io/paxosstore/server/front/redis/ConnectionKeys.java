package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.resp.Reply;

import java.util.function.Consumer;

/**
 * The keys of a space, as a connection asks for them: each question has a deadline of its own, and
 * what is refused because too many ask at once is asked again until then.
 */
final class ConnectionKeys implements KeySource {
    private static final byte[] NOTHING = {};

    /** Before what was refused is asked again: names of some slots are listed by then. */
    private static final long AGAIN_NANOS = 10_000_000;

    private final Conversation with;
    private final int space;

    ConnectionKeys(Conversation with, int space) {
        this.with = with;
        this.space = space;
    }

    @Override
    public boolean isGone() {
        return with.isGone();
    }

    @Override
    public void list(
            int place,
            byte[] from,
            int most,
            Consumer<KeysAnswer.Listed> names,
            Consumer<Reply.Error> failure) {
        list(
                new KeysQuery(space, place, from, NOTHING, most, with.deadlineNanos()),
                names,
                failure);
    }

    private void list(
            KeysQuery query, Consumer<KeysAnswer.Listed> names, Consumer<Reply.Error> failure) {
        with.port()
                .calls()
                .listKeys(
                        with.home().index(),
                        query,
                        answer ->
                                with.home()
                                        .scheduler()
                                        .execute(() -> listed(query, answer, names, failure)));
    }

    private void listed(
            KeysQuery query,
            KeysAnswer answer,
            Consumer<KeysAnswer.Listed> names,
            Consumer<Reply.Error> failure) {
        boolean isInTime =
                with.home().nowNanos() + AGAIN_NANOS - query.deadlineNanos() < 0 && !with.isGone();
        switch (answer) {
            case KeysAnswer.NotDone not
                    when not.reason() == Outcome.Reason.OVERLOADED && isInTime ->
                    with.home()
                            .scheduler()
                            .schedule(() -> list(query, names, failure), AGAIN_NANOS);
            case KeysAnswer.Listed listed -> names.accept(listed);
            case KeysAnswer.Read _ -> throw new IllegalStateException("names alone were wanted");
            case KeysAnswer.NotDone not ->
                    failure.accept(
                            RedisFailures.of(
                                    new Outcome.NotDone(not.reason()), with.port().situation()));
            case KeysAnswer.Refused refused ->
                    failure.accept(RedisFailures.of(refused.refusal(), with.port().situation()));
        }
    }

    @Override
    public void ask(EntityKey key, Consumer<Boolean> isPresent, Consumer<Reply.Error> failure) {
        with.lanes()
                .add(
                        key,
                        new Step.Query(
                                null,
                                true,
                                state -> isPresent.accept(KvState.isPresent(state)),
                                failure));
    }

    @Override
    public void ask(
            EntityKey entity,
            String from,
            Page page,
            Consumer<Result.Names> names,
            Consumer<Reply.Error> failure) {
        EntityQuery.ask(
                with.lanes(),
                entity,
                MultiOp.of(new ObjectOperation.Names(from, page)),
                executed -> names.accept((Result.Names) executed.results().getFirst()),
                failure);
    }

    @Override
    public void start() {
        with.lanes().start();
    }
}

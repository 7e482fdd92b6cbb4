package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.model.Command;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** Something that a connection wants of one entity, in its turn. */
sealed interface Step {
    /** It cannot be done, or perhaps was: the client is told so. */
    void fail(Reply.Error error);

    /**
     * A command of the client.
     *
     * @param version of the protocol that its reply is written in
     * @param reply takes it as it is written
     * @param isApart whether it goes with those only that need room as it does, or none as it does
     */
    record Words(
            Arguments words, CommandSpec spec, int version, Consumer<byte[]> reply, boolean isApart)
            implements Step {
        Words(Arguments words, CommandSpec spec, int version, Consumer<byte[]> reply) {
            this(words, spec, version, reply, false);
        }

        /** Whether it may make the data larger. */
        boolean needsRoom() {
            return spec.flags().contains(Flag.DENYOOM);
        }

        /** The same, to go with its like only. */
        Words apart() {
            return new Words(words, spec, version, reply, true);
        }

        /** Whether it may be executed together with another one. */
        boolean goesWith(Words other) {
            return version == other.version
                    && (!(isApart || other.isApart) || needsRoom() == other.needsRoom());
        }

        @Override
        public void fail(Reply.Error error) {
            reply.accept(ReplyWriter.bytes(error, version));
        }
    }

    /**
     * A transaction.
     *
     * @param isReadOnly whether none of its commands may change anything
     */
    record Transaction(
            CommandBatch batch,
            boolean isReadOnly,
            Consumer<ProcedureResult> result,
            Consumer<Reply.Error> failure)
            implements Step {
        @Override
        public void fail(Reply.Error error) {
            failure.accept(error);
        }
    }

    /**
     * Something that the connection itself wants to know of the entity, or does to it.
     *
     * @param command what; null for the state of a key
     * @param result takes it as the entity's models encode it
     */
    record Query(
            @Nullable Command command,
            boolean isReadOnly,
            Consumer<byte[]> result,
            Consumer<Reply.Error> failure)
            implements Step {
        @Override
        public void fail(Reply.Error error) {
            failure.accept(error);
        }
    }
}

package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Steps on one entity that are executed together.
 *
 * @param steps at least one; only commands are more than one
 * @param command what is asked of the entity
 * @param isReadOnly whether it changes nothing
 */
record StepBatch(List<Step> steps, Command command, boolean isReadOnly) {
    /** Makes batches of what waits. Thread-safe. */
    static final class Maker {
        /** Most commands of one batch, and about the most bytes. */
        private static final int COMMANDS_MAX = 128;

        private static final int BYTES_MAX = 256 * 1024;

        private final CommandTable table;

        /**
         * @param table of the commands on keys
         */
        Maker(CommandTable table) {
            this.table = table;
        }

        /** Takes the first steps that go together; there is one at least. */
        StepBatch next(EntityKey key, Deque<Step> waiting) {
            return switch (waiting.element()) {
                case Step.Words _ -> commands(key, waiting);
                case Step.Transaction transaction -> {
                    waiting.remove();
                    yield new StepBatch(
                            List.of(transaction),
                            new CommandsProcedure(table, key.key(), transaction.batch()),
                            transaction.isReadOnly());
                }
                case Step.Query query -> {
                    waiting.remove();
                    yield new StepBatch(List.of(query), query.command(), query.isReadOnly());
                }
            };
        }

        private StepBatch commands(EntityKey key, Deque<Step> waiting) {
            List<Step> steps = new ArrayList<>();
            List<Arguments> words = new ArrayList<>();
            boolean isReadOnly = true;
            int bytes = 0;
            int version = 0;
            while (words.size() < COMMANDS_MAX
                    && bytes < BYTES_MAX
                    && waiting.peek() instanceof Step.Words next
                    && (words.isEmpty() || next.version() == version)) {
                waiting.remove();
                version = next.version();
                steps.add(next);
                words.add(next.words());
                bytes += next.words().contentBytes();
                isReadOnly &= next.spec().isReadOnly();
            }
            CommandBatch batch = new CommandBatch(version, false, null, words);
            return new StepBatch(steps, new CommandsProcedure(table, key.key(), batch), isReadOnly);
        }
    }

    /**
     * The entity has answered.
     *
     * @param waiting what was left out goes to its head
     */
    void complete(byte[] result, Deque<Step> waiting) {
        switch (steps.getFirst()) {
            case Step.Query query -> query.result().accept(result);
            case Step.Transaction transaction ->
                    transaction.result().accept(ProcedureResult.decode(result));
            case Step.Words _ -> commands(ProcedureResult.decode(result), waiting);
        }
    }

    private void commands(ProcedureResult result, Deque<Step> waiting) {
        List<byte[]> replies =
                switch (result) {
                    case ProcedureResult.Done done -> done.replies();
                    case ProcedureResult.Failed failed ->
                            steps.stream().map(_ -> failed.reply()).toList();
                    case ProcedureResult.Conflict _ ->
                            throw new IllegalStateException("commands that watch nothing");
                };
        for (int i = steps.size() - 1; i >= replies.size(); i--) {
            waiting.addFirst(steps.get(i));
        }
        for (int i = 0; i < replies.size(); i++) {
            if (steps.get(i) instanceof Step.Words command) {
                command.reply().accept(replies.get(i));
            }
        }
    }

    /** None of it can be done, or perhaps all of it was. */
    void fail(Reply.Error error) {
        steps.forEach(step -> step.fail(error));
    }
}

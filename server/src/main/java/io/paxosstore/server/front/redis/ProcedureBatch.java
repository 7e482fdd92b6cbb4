package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Commands on one entity, as one procedure. */
final class ProcedureBatch implements Batch {
    /** Most commands of one batch, and about the most bytes. */
    private static final int COMMANDS_MAX = 128;

    private static final int BYTES_MAX = 256 * 1024;

    private final List<Step.Words> steps;
    private final Question question;

    private ProcedureBatch(List<Step.Words> steps, Question question) {
        this.steps = steps;
        this.question = question;
    }

    /**
     * Takes the first commands that wait; there is one at least.
     *
     * @param table of the commands on keys
     */
    static ProcedureBatch next(CommandTable table, EntityKey key, Deque<Step> waiting) {
        List<Step.Words> steps = new ArrayList<>();
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
        return new ProcedureBatch(
                steps, new Question(new CommandsProcedure(table, key.key(), batch), isReadOnly));
    }

    @Override
    public Question question() {
        return question;
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        List<byte[]> replies =
                switch (ProcedureResult.decode(result)) {
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
            steps.get(i).reply().accept(replies.get(i));
        }
        return false;
    }

    @Override
    public void fail(Reply.Error error) {
        steps.forEach(step -> step.fail(error));
    }
}

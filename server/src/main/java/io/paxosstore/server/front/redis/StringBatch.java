package io.paxosstore.server.front.redis;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Commands on one key of a database of keys. A key is read, the commands are executed on what was
 * read, and what they have made of it is written if its version is still the same; if not it begins
 * anew. What one write of the key's model can do ({@link DirectWrite}) needs no read.
 */
final class StringBatch implements Batch {
    /** So often others may come between the read and the write. */
    private static final int ATTEMPTS_MAX = 100;

    private static final int COMMANDS_MAX = 128;
    private static final int BYTES_MAX = 256 * 1024;

    private final CommandTable table;
    private final EntityKey key;
    private final List<Step.Words> steps;
    private final LongSupplier wallMillis;
    private final @Nullable DirectWrite direct;
    private Question question;
    private List<byte[]> replies = List.of();
    private int attempts;

    private StringBatch(
            CommandTable table, EntityKey key, List<Step.Words> steps, LongSupplier wallMillis) {
        this.table = table;
        this.key = key;
        this.steps = steps;
        this.wallMillis = wallMillis;
        this.direct =
                steps.size() == 1 ? DirectWrite.of(steps.getFirst(), wallMillis.getAsLong()) : null;
        this.question =
                direct == null ? new Question(null, true) : new Question(direct.operation(), false);
    }

    /**
     * Takes the first commands that wait; there is one at least.
     *
     * @param table of all commands
     * @param wallMillis the clock
     */
    static StringBatch next(
            CommandTable table, EntityKey key, Deque<Step> waiting, LongSupplier wallMillis) {
        List<Step.Words> steps = new ArrayList<>();
        int bytes = 0;
        while (steps.size() < COMMANDS_MAX
                && bytes < BYTES_MAX
                && waiting.peek() instanceof Step.Words next
                && (steps.isEmpty() || next.version() == steps.getFirst().version())) {
            waiting.remove();
            steps.add(next);
            bytes += next.words().contentBytes();
        }
        return new StringBatch(table, key, steps, wallMillis);
    }

    @Override
    public Question question() {
        return question;
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        if (direct != null) {
            direct.complete(KvResult.decode(result));
            return false;
        }
        if (question.isRead()) {
            execute(new OneString(result, wallMillis.getAsLong()));
            if (question.isRead()) {
                reply(waiting);
            }
            return !question.isRead();
        }
        if (KvResult.decode(result).status() == WriteStatus.OK) {
            reply(waiting);
            return false;
        }
        attempts++;
        if (attempts == ATTEMPTS_MAX) {
            fail(RedisFailures.overloaded());
            return false;
        }
        question = new Question(null, true);
        return true;
    }

    /** Executes the commands; if they have changed something the next question writes it. */
    private void execute(OneString string) {
        List<Arguments> words = steps.stream().map(Step.Words::words).toList();
        int version = steps.getFirst().version();
        CommandsProcedure procedure =
                new CommandsProcedure(
                        table, key.key(), new CommandBatch(version, false, null, words));
        byte[] result;
        boolean isDone = false;
        try {
            result = procedure.run(string);
            isDone = true;
        } catch (RuntimeException e) {
            result = procedure.failed(e);
        }
        replies =
                switch (ProcedureResult.decode(result)) {
                    case ProcedureResult.Done done -> done.replies();
                    case ProcedureResult.Failed failed ->
                            steps.stream().map(_ -> failed.reply()).toList();
                    case ProcedureResult.Conflict _ ->
                            throw new IllegalStateException("commands that watch nothing");
                };
        boolean wasAndIsAbsent = string.value() == null && string.version() == 0;
        if (isDone && string.isChanged() && !wasAndIsAbsent) {
            question = new Question(write(string), false);
        }
    }

    private static Command write(OneString string) {
        byte[] value = string.value();
        return value == null
                ? new KvOperation.CompareVersionAndDelete(string.version())
                : new KvOperation.CompareVersionAndSet(string.version(), value, string.ttlMillis());
    }

    /** Gives the replies; commands that were left out, for what the others reply, wait again. */
    private void reply(Deque<Step> waiting) {
        for (int i = steps.size() - 1; i >= replies.size(); i--) {
            waiting.addFirst(steps.get(i));
        }
        for (int i = 0; i < replies.size(); i++) {
            steps.get(i).reply().accept(replies.get(i));
        }
    }

    @Override
    public void fail(Reply.Error error) {
        steps.forEach(step -> step.fail(error));
    }
}

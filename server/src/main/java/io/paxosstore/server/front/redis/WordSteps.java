package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Commands of the client on one entity that are executed together.
 *
 * @param all at least one
 */
record WordSteps(List<Step.Words> all) {
    /** Most commands, and about the most bytes. */
    private static final int COMMANDS_MAX = 128;

    private static final int BYTES_MAX = 256 * 1024;

    /** Takes the first ones that wait; there is one at least. */
    static WordSteps take(Deque<Step> waiting) {
        List<Step.Words> steps = new ArrayList<>();
        int bytes = 0;
        while (steps.size() < COMMANDS_MAX
                && bytes < BYTES_MAX
                && waiting.peek() instanceof Step.Words next
                && (steps.isEmpty() || next.goesWith(steps.getFirst()))) {
            waiting.remove();
            steps.add(next);
            bytes += next.words().contentBytes();
        }
        return new WordSteps(steps);
    }

    /** Whether none of them may change anything. */
    boolean isReadOnly() {
        return all.stream().allMatch(step -> step.spec().isReadOnly());
    }

    /**
     * All of them as one procedure.
     *
     * @param events the classes of the events that are to be told
     */
    CommandsProcedure procedure(CommandTable table, EntityKey key, int events) {
        return new CommandsProcedure(
                table,
                key.key(),
                new CommandBatch(
                        all.getFirst().version(),
                        false,
                        events,
                        null,
                        all.stream().map(Step.Words::words).toList()));
    }

    /**
     * The replies in the result of their {@link #procedure}.
     *
     * @param messages takes what they send
     */
    List<byte[]> replies(byte[] result, Consumer<Message> messages) {
        return switch (ProcedureResult.decode(result)) {
            case ProcedureResult.Done done -> {
                done.messages().forEach(messages);
                yield done.replies();
            }
            case ProcedureResult.Failed failed -> all.stream().map(_ -> failed.reply()).toList();
            case ProcedureResult.Conflict _ ->
                    throw new IllegalStateException("commands that watch nothing");
        };
    }

    /** Gives the replies; commands that were left out, for what the others reply, wait again. */
    void give(List<byte[]> replies, Deque<Step> waiting) {
        for (int i = all.size() - 1; i >= replies.size(); i--) {
            waiting.addFirst(all.get(i));
        }
        for (int i = 0; i < replies.size(); i++) {
            all.get(i).reply().accept(replies.get(i));
        }
    }

    /**
     * Nothing was done, as there is no room. What needs room, and what needs none, wait again, each
     * by itself.
     *
     * @return whether there are such and such
     */
    boolean takeApart(Deque<Step> waiting) {
        boolean isMixed = all.stream().map(Step.Words::needsRoom).distinct().count() > 1;
        if (isMixed) {
            all.reversed().forEach(step -> waiting.addFirst(step.apart()));
        }
        return isMixed;
    }

    /** None of them can be executed, or perhaps all of them were. */
    void fail(Reply.Error error) {
        all.forEach(step -> step.fail(error));
    }
}

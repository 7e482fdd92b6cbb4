package io.paxosstore.server.front.redis;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Commands on one key of a database of keys. A key is read, the commands are executed on what was
 * read, and what they have made of it is written if its version is still the same; if not it begins
 * anew. What one write of the key's model can do ({@link DirectWrite}) needs no read, unless it is
 * to be told what it has done.
 */
final class StringBatch implements Batch {
    /** So often others may come between the read and the write. */
    private static final int ATTEMPTS_MAX = 100;

    private final CommandTable table;
    private final EntityKey key;
    private final WordSteps steps;
    private final LongSupplier wallMillis;
    private final KeyEvents events;
    private final KeyDeadlines deadlines;
    private final int told;
    private final @Nullable DirectWrite direct;
    private final List<Message> messages = new ArrayList<>();
    private @Nullable KvResult incremented;
    private Question question;
    private List<byte[]> replies = List.of();
    private long deadlineMillis;
    private int attempts;

    private StringBatch(
            CommandTable table,
            EntityKey key,
            WordSteps steps,
            LongSupplier wallMillis,
            KeyEvents events,
            KeyDeadlines deadlines) {
        this.table = table;
        this.key = key;
        this.steps = steps;
        this.wallMillis = wallMillis;
        this.events = events;
        this.deadlines = deadlines;
        this.told = events.classes();
        this.direct = direct(steps, wallMillis.getAsLong(), told);
        this.question =
                direct == null ? new Question(null, true) : new Question(direct.operation(), false);
    }

    /** An increment is one write in any case: it leaves the key's deadline as it is. */
    private static @Nullable DirectWrite direct(WordSteps steps, long nowMillis, int told) {
        if (steps.all().size() > 1) {
            return null;
        }
        DirectWrite direct = DirectWrite.of(steps.all().getFirst(), nowMillis);
        boolean isTold = told != EventClass.NONE;
        boolean mayBeDirect =
                direct != null && (!isTold || (direct.isIncrement() && !EventClass.NEW.isIn(told)));
        return mayBeDirect ? direct : null;
    }

    /**
     * Takes the first commands that wait; there is one at least.
     *
     * @param table of all commands
     * @param wallMillis the clock
     * @param events takes what commands have done
     * @param deadlines takes when the key ends
     */
    static StringBatch next(
            CommandTable table,
            EntityKey key,
            Deque<Step> waiting,
            LongSupplier wallMillis,
            KeyEvents events,
            KeyDeadlines deadlines) {
        return new StringBatch(table, key, WordSteps.take(waiting), wallMillis, events, deadlines);
    }

    @Override
    public Question question() {
        return question;
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        if (direct != null) {
            return completeDirect(direct, result);
        }
        if (question.isRead()) {
            execute(new OneString(result, wallMillis.getAsLong()));
            if (question.isRead()) {
                give(waiting);
            }
            return !question.isRead();
        }
        KvResult written = KvResult.decode(result);
        if (written.status() == WriteStatus.OK) {
            if (deadlineMillis != Keyspace.NEVER) {
                deadlines.expect(key, written.version(), deadlineMillis);
            }
            give(waiting);
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

    private boolean completeDirect(DirectWrite write, byte[] result) {
        KvResult before = incremented;
        if (before != null) {
            // Whoever has written since expects the end of what was written then.
            if (KvState.isPresent(result) && KvState.version(result) == before.version()) {
                long deadline = KvState.expiresAtMillis(result);
                if (deadline != Keyspace.NEVER) {
                    deadlines.expect(key, before.version(), deadline);
                }
            }
            return tellDirect(write, before);
        }
        KvResult written = KvResult.decode(result);
        if (EventClass.EXPIRED.isIn(told) && written.status() == WriteStatus.OK) {
            incremented = written;
            question = new Question(null, true); // when it ends, to tell of that
            return true;
        }
        return tellDirect(write, written);
    }

    private boolean tellDirect(DirectWrite write, KvResult written) {
        if (told != EventClass.NONE && written.status() == WriteStatus.OK) {
            events.of(key.space())
                    .accept(new Message.KeyEvent(EventClass.STRING, "incrby", key.key()));
        }
        write.complete(written);
        return false;
    }

    private void give(Deque<Step> waiting) {
        messages.forEach(events.of(key.space()));
        steps.give(replies, waiting);
    }

    /** Executes the commands; if they have changed something the next question writes it. */
    private void execute(OneString string) {
        CommandsProcedure procedure = steps.procedure(table, key, told);
        byte[] result;
        boolean isDone = false;
        try {
            result = procedure.run(string);
            isDone = true;
        } catch (RuntimeException e) {
            result = procedure.failed(e);
        }
        messages.clear(); // of an attempt that came to nothing
        replies = steps.replies(result, messages::add);
        deadlineMillis = string.deadlineMillis();
        boolean wasAndIsAbsent = string.value() == null && string.version() == 0;
        if (isDone && string.isChanged() && !wasAndIsAbsent) {
            question = new Question(write(string), false);
        }
    }

    /**
     * A deadline that commands have left as it was, or have named as a moment, is written as that
     * moment. A new time to live is counted by whoever records the write: by his clock, which may
     * be ahead of this one, the moment might be over. Nodes of earlier releases know it, too.
     */
    private Command write(OneString string) {
        byte[] value = string.value();
        if (value == null) {
            return new KvOperation.CompareVersionAndDelete(string.version());
        }
        long ttlMillis = string.ttlMillis();
        long deadline = string.deadlineMillis();
        boolean isMoment =
                string.isDeadlineKept()
                        || ttlMillis > ModelLimits.TTL_MILLIS_MAX
                        || isNamed(deadline);
        return deadline != Keyspace.NEVER && isMoment
                ? new KvOperation.CompareVersionAndSetUntil(string.version(), value, deadline)
                : new KvOperation.CompareVersionAndSet(string.version(), value, ttlMillis);
    }

    /** Whether one of the commands names it; others may have set another one before or since. */
    private boolean isNamed(long deadline) {
        return steps.all().stream().anyMatch(one -> NamedMoments.isIn(one.words(), deadline));
    }

    @Override
    public boolean takeApart(Deque<Step> waiting) {
        return steps.takeApart(waiting);
    }

    @Override
    public void fail(Reply.Error error) {
        steps.fail(error);
    }
}

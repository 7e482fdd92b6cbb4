package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.ReplyWriter;
import io.paxosstore.redis.stream.WaitingRead;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A command that waits until one of its keys holds something. It is attempted as it is executed
 * within a transaction, where it waits for nothing: on one entity after the other, and again when
 * something in one of them has changed. On the connection's loop only.
 */
final class Blocked {
    /** What an attempt gives that has found nothing, in both versions of the protocol. */
    private static final List<byte[]> NOTHING =
            List.of(
                    new byte[] {'*', '-', '1', '\r', '\n'},
                    new byte[] {'$', '-', '1', '\r', '\n'},
                    new byte[] {'_', '\r', '\n'});

    private static final byte[] WRONG_TYPE = "-WRONGTYPE ".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] UNBLOCKED =
            "-UNBLOCKED client unblocked via CLIENT UNBLOCK\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    /** Of the protocol, for what is not told to the client. */
    private static final int QUESTION_VERSION = 2;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** So often it is looked whether a command waits still whose time has not come. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Longer than anybody waits, and no longer than can be counted. */
    private static final long MILLIS_FOREVER = Long.MAX_VALUE / 4 / NANOS_PER_MILLI;

    private final Conversation with;
    private final CommandSpec spec;
    private final ReplySlot reply;
    private final BlockedClients clients;

    /** What is attempted on each entity, in the order of the keys. */
    private final SequencedMap<EntityKey, Arguments> attempts;

    /** If it reads streams; null for others. */
    private @Nullable WaitingRead read;

    private final Deque<Attempt> waiting = new ArrayDeque<>();
    private boolean isAttempting;

    /** Whether the attempt under way only asks so far, and so takes nothing. */
    private boolean isAsking;

    /** What is answered unless an attempt under way finds something; null while it waits. */
    private byte @Nullable [] lastWords;

    private boolean isOver;
    private volatile boolean isWaiting;

    /** How it is ended by another client. */
    enum Ending {
        /** As if its time were over. */
        TIMEOUT,
        /** With an error that says so. */
        ERROR
    }

    /**
     * An attempt that is wanted.
     *
     * @param onEnd told whether it has found something
     */
    private record Attempt(EntityKey entity, Consumer<Boolean> onEnd) {}

    private Blocked(
            Conversation with,
            CommandSpec spec,
            ReplySlot reply,
            SequencedMap<EntityKey, Arguments> attempts,
            @Nullable WaitingRead read) {
        this.with = with;
        this.spec = spec;
        this.reply = reply;
        this.clients = with.blocked();
        this.attempts = attempts;
        this.read = read;
    }

    /**
     * Begins: the first attempts come at once.
     *
     * @param attempts what is to be attempted on each entity
     * @throws io.paxosstore.redis.resp.RedisError if the time to wait makes no sense
     */
    static Blocked begin(
            Conversation with,
            Arguments command,
            CommandSpec spec,
            ReplySlot reply,
            SequencedMap<EntityKey, Arguments> attempts) {
        long millis = BlockingTime.millis(command, spec);
        Blocked blocked =
                new Blocked(
                        with,
                        spec,
                        reply,
                        new LinkedHashMap<>(attempts),
                        WaitingRead.of(command, spec));
        with.pause();
        with.whenIdle(() -> blocked.start(millis));
        return blocked;
    }

    private void start(long millis) {
        if (millis > 0 && millis < MILLIS_FOREVER) {
            await(with.home().nowNanos() + millis * NANOS_PER_MILLI);
        }
        askForIds();
    }

    /** Of what is wanted from now on it is asked first where it begins. */
    private void askForIds() {
        WaitingRead now = read;
        Arguments question = now == null ? null : now.question();
        if (now == null || question == null) {
            attemptAll();
            return;
        }
        ask(
                question,
                answer -> {
                    WaitingRead answered = now.answered(answer);
                    if (isOver) {
                        return;
                    }
                    if (answered == null) {
                        end(answer);
                        return;
                    }
                    becomes(answered);
                    askForIds();
                });
    }

    private void becomes(WaitingRead newRead) {
        read = newRead;
        attempts.replaceAll((_, _) -> newRead.command());
    }

    private void ask(Arguments question, Consumer<byte[]> answer) {
        askAll(
                attempts.firstEntry().getKey(),
                List.of(question),
                answers -> answer.accept(answers.getFirst()));
    }

    /** Asks an entity all of it together, at least one thing; the answers come in that order. */
    private void askAll(
            EntityKey entity, List<Arguments> questions, Consumer<List<byte[]>> whenAnswered) {
        List<byte[]> answers = new ArrayList<>();
        Consumer<byte[]> answer =
                one -> {
                    answers.add(one);
                    if (answers.size() == questions.size()) {
                        whenAnswered.accept(answers);
                    }
                };
        questions.forEach(one -> with.lanes().add(entity, question(one, answer)));
        with.lanes().start();
    }

    private static Step question(Arguments question, Consumer<byte[]> answer) {
        return new Step.Words(question, Commands.TABLE.of(question), QUESTION_VERSION, answer);
    }

    private void attemptAll() {
        List<EntityKey> entities = List.copyOf(attempts.keySet());
        for (EntityKey entity : entities) {
            EntityKey last = entities.getLast();
            attempt(
                    entity,
                    found -> {
                        if (!found && entity.equals(last) && !isOver) {
                            waitFrom(read);
                        }
                    });
        }
    }

    private void waitFrom(@Nullable WaitingRead nothingYet) {
        if (nothingYet != null) {
            becomes(nothingYet.waiting());
        }
        isWaiting = true;
        try {
            clients.add(this);
        } catch (RedisError e) {
            end(ReplyWriter.bytes(e.reply(), reply.version()));
        }
    }

    /** What is over is not kept for its time to come. */
    private void await(long endNanos) {
        if (isOver) {
            return;
        }
        long leftNanos = endNanos - with.home().scheduler().nanoTime();
        if (leftNanos <= 0) {
            late();
        } else {
            with.home()
                    .scheduler()
                    .schedule(() -> await(endNanos), Math.min(leftNanos, LOOK_NANOS));
        }
    }

    /** What it has under way. */
    Lanes lanes() {
        return with.lanes();
    }

    /** What is attempted on each entity that it waits for. */
    Map<EntityKey, Arguments> attempts() {
        return attempts;
    }

    /** Attempts the command on an entity, behind the attempts that are wanted already. */
    void attempt(EntityKey entity, Consumer<Boolean> onEnd) {
        waiting.add(new Attempt(entity, onEnd));
        next();
    }

    private void next() {
        while (!isAttempting && !waiting.isEmpty()) {
            Attempt attempt = waiting.remove();
            if (isOver) {
                attempt.onEnd().accept(false);
                continue;
            }
            isAttempting = true;
            add(
                    attempt.entity(),
                    Objects.requireNonNull(attempts.get(attempt.entity())),
                    bytes -> attempted(attempt, bytes));
        }
    }

    private void add(EntityKey entity, Arguments words, Consumer<byte[]> answer) {
        with.lanes().add(entity, new Step.Words(words, spec, reply.version(), answer));
        with.lanes().start();
    }

    private void attempted(Attempt attempt, byte[] bytes) {
        WaitingRead now = read;
        if (isWaiting && now != null && now.isGone(bytes)) {
            askWhatIsGone(attempt, now);
        } else {
            ended(attempt, bytes);
        }
    }

    private void askWhatIsGone(Attempt attempt, WaitingRead now) {
        askAll(attempt.entity(), now.whatIsGone(), answers -> ended(attempt, now.gone(answers)));
    }

    private void ended(Attempt attempt, byte[] bytes) {
        if (!isWaiting || !isWrongType(bytes)) {
            settled(attempt, bytes);
        } else if (lastWords != null) {
            settled(attempt, nothing());
        } else {
            isAsking = true;
            askForTypes(attempt, bytes);
        }
    }

    /**
     * Some keys are of another type, which keeps nobody who waits from what comes to the others.
     * All are asked for together: there may be thousands. Whatever changes between the attempt and
     * these questions brings another attempt.
     */
    private void askForTypes(Attempt attempt, byte[] refused) {
        Arguments words = Objects.requireNonNull(attempts.get(attempt.entity()));
        askAll(
                attempt.entity(),
                SomeKeys.questions(words, spec),
                types -> {
                    if (spec.keys().equals(KeyPositions.FIRST_TWO)) {
                        boolean isRefused = SomeKeys.isTargetWrong(spec, types);
                        settled(attempt, isRefused ? refused : nothing());
                    } else {
                        attemptOnSome(attempt, words, types);
                    }
                });
    }

    /** Whatever changes between the questions and this attempt brings another one. */
    private void attemptOnSome(Attempt attempt, Arguments words, List<byte[]> types) {
        isAsking = false;
        Arguments some = SomeKeys.ofItsType(words, spec, types);
        Optional<byte[]> refused = types.stream().filter(SomeKeys::isError).findFirst();
        if (isOver || (some == null && refused.isEmpty())) {
            settled(attempt, nothing());
        } else if (some == null || refused.isPresent()) {
            settled(attempt, refused.orElseThrow());
        } else {
            add(
                    attempt.entity(),
                    some,
                    bytes -> settled(attempt, isWrongType(bytes) ? nothing() : bytes));
        }
    }

    private void settled(Attempt attempt, byte[] bytes) {
        isAttempting = false;
        isAsking = false;
        boolean found = !isNothing(bytes);
        if (found) {
            end(bytes);
        } else if (lastWords != null && (isWaiting || waiting.isEmpty())) {
            end(lastWords);
        }
        attempt.onEnd().accept(found);
        next();
    }

    private static boolean isNothing(byte[] bytes) {
        return NOTHING.stream().anyMatch(nothing -> Arrays.equals(nothing, bytes));
    }

    private static boolean isWrongType(byte[] bytes) {
        return Arrays.mismatch(bytes, WRONG_TYPE) == WRONG_TYPE.length;
    }

    /** Its time is over; an attempt under way may still find something. */
    private void late() {
        endWith(nothing());
    }

    private void endWith(byte[] bytes) {
        lastWords = bytes;
        if ((!isAttempting || isAsking) && !isOver) {
            end(bytes);
        }
    }

    /** Whether it has found nothing so far; from any thread. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Ends it if it waits. */
    void unblock(Ending how) {
        if (isWaiting) {
            endWith(
                    switch (how) {
                        case TIMEOUT -> nothing();
                        case ERROR -> UNBLOCKED;
                    });
        }
    }

    private byte[] nothing() {
        return reply.version() >= 3 ? NOTHING.getLast() : NOTHING.getFirst();
    }

    private void end(byte[] bytes) {
        if (!isOver) {
            isOver = true;
            isWaiting = false;
            clients.remove(this);
            reply.give(bytes);
            with.resume();
        }
    }

    /** Whether it waits no more. */
    boolean isOver() {
        return isOver;
    }

    /** The connection is gone: nothing is attempted any more. */
    void abandon() {
        isOver = true;
        isWaiting = false;
        clients.remove(this);
    }
}

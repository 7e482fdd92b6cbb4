package io.paxosstore.redis;

import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.lsm.model.MeteredState;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.redis.data.HashTag;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.type.CopyDatabase;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The keys of one entity in memory, evaluated as a node does it, one procedure an entry: all
 * commands without network, consensus and disk. Not thread-safe.
 */
public final class MemoryRedis {
    private static final byte[] TAG = "tag".getBytes(StandardCharsets.UTF_8);

    /** The number of the database. */
    private static final int DATABASE = 0;

    private final MemoryState state = new MemoryState();
    private final byte[] entity;
    private int version = 2;
    private long nowMillis = 1_700_000_000_000L;
    private long workMax = Long.MAX_VALUE - 1;
    private int events;
    private final List<Message> messages = new ArrayList<>();

    /** The keys of the hash tag {@code tag}. */
    public MemoryRedis() {
        this(TAG);
    }

    private MemoryRedis(byte[] entity) {
        this.entity = entity;
    }

    /** A database whose keys are together, whatever their hash tags. */
    public static MemoryRedis together() {
        return new MemoryRedis(HashTag.together());
    }

    /** Which version of the protocol the replies are written in. */
    public void version(int newVersion) {
        version = newVersion;
    }

    /** The classes of the events that are told from now on. */
    public void events(int classes) {
        events = classes;
    }

    /** What commands have sent since this was asked last: events as a name and a key. */
    public List<String> told() {
        List<String> told = new ArrayList<>();
        for (Message message : messages) {
            told.add(
                    switch (message) {
                        case Message.KeyEvent event -> event.event() + " " + utf8(event.key());
                        case Message.Published published -> "publish " + utf8(published.channel());
                    });
        }
        messages.clear();
        return told;
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Most steps of one procedure. */
    public void workMax(long steps) {
        workMax = steps;
    }

    /** Time passes. */
    public void pass(long millis) {
        nowMillis += millis;
    }

    /** Sets the clock, milliseconds since 1970. */
    public void now(long millis) {
        nowMillis = millis;
    }

    /** The clock. */
    public long nowMillis() {
        return nowMillis;
    }

    /** Executes one command whose words stand between spaces; its reply as the protocol has it. */
    public String run(String command) {
        return text(run(List.of(words(command.split(" "))), false, null).getFirst());
    }

    /** Executes one command of these words. */
    public String run(String... words) {
        return text(run(List.of(words(words)), false, null).getFirst());
    }

    /** Executes one command of these words, which may be any bytes. */
    public byte[] run(List<byte[]> words) {
        return run(List.of(new Arguments(words)), false, null).getFirst();
    }

    /** Executes a transaction: its replies, none if the keys have changed since. */
    public List<String> transaction(CommandBatch.@Nullable Watch watched, String... commands) {
        List<Arguments> all = new ArrayList<>();
        for (String command : commands) {
            all.add(words(command.split(" ")));
        }
        return run(all, true, watched).stream().map(MemoryRedis::text).toList();
    }

    /** The replies of commands executed together. */
    public List<byte[]> run(
            List<Arguments> commands, boolean isTransaction, CommandBatch.@Nullable Watch watched) {
        List<Arguments> taken =
                commands.stream().map(command -> CopyDatabase.taken(command, DATABASE)).toList();
        CommandsProcedure procedure =
                new CommandsProcedure(
                        Commands.TABLE,
                        entity,
                        new CommandBatch(version, isTransaction, events, watched, taken));
        EvaluationMeter meter = new EvaluationMeter(System::nanoTime, workMax, () -> {});
        meter.begin(TimeUnit.HOURS.toNanos(1), 0);
        EntryBuilder entry = new EntryBuilder(new MeteredState(state, meter), nowMillis);
        byte[] result = Objects.requireNonNull(entry.executeWithin(procedure, Long.MAX_VALUE));
        if (entry.hasChanges()) {
            if (procedure.isReadOnly()) {
                throw new AssertionError("a command that only reads has changed something");
            }
            state.apply(entry.changes(), nowMillis);
        }
        return switch (ProcedureResult.decode(result)) {
            case ProcedureResult.Done done -> {
                messages.addAll(done.messages());
                yield done.replies();
            }
            case ProcedureResult.Failed failed -> List.of(failed.reply());
            case ProcedureResult.Conflict _ -> List.of();
        };
    }

    /** Executes an operation as another client of the entity would. */
    public MultiOpResult execute(Operation operation) {
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        MultiOpResult result = entry.execute(MultiOp.of(operation));
        if (entry.hasChanges()) {
            state.apply(entry.changes(), nowMillis);
        }
        return result;
    }

    private static Arguments words(String... words) {
        return new Arguments(
                Arrays.stream(words).map(word -> word.getBytes(StandardCharsets.UTF_8)).toList());
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.UTF_8).replace("\r\n", " ").strip();
    }
}

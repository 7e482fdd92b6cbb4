package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * One random history: legal records, restarts, kills and power losses between any two disk
 * operations, against the naive twin of each key.
 *
 * @param <L> what is tested
 * @param <M> the naive twin of a key
 */
public abstract class LogHistory<L extends SteppedLog<?>, M extends KeyModel> {
    private static final int STEPS = 1500;

    protected final SplittableRandom random;
    protected final List<M> models = new ArrayList<>();
    protected CrashableFileSystem fs;
    private final Map<Long, M> tickets = new HashMap<>();
    private @Nullable L log;
    private long sequence;
    private long crashes;

    protected LogHistory(long seed) {
        random = new SplittableRandom(seed);
        fs = new CrashableFileSystem(seed);
    }

    /** The twin of a key of which nothing is held. */
    protected abstract M model(EntityKey key);

    /** Opens what is on the disk, with random settings, and lets records in. */
    protected abstract L open() throws IOException;

    /** Closes it in order. */
    protected abstract void close();

    /** One step, of a kind from 0 to 99. */
    protected abstract void step(int kind) throws IOException;

    /** Something between two steps: faults to come, for example. */
    protected abstract void betweenSteps() throws IOException;

    /** The old one has ended, and a new one is about to be opened. */
    protected abstract void beforeStart() throws IOException;

    /** What was found damaged. */
    protected abstract List<DamageReport> damage();

    /** What a settled key is found to be, if that is not what its twin says. */
    protected abstract @Nullable String wrong(M model);

    /** What a key is found to be after a start, if that is no legal outcome; the twin follows. */
    protected abstract @Nullable String wrongAfterStart(M model);

    /** Whether the history cannot go on. */
    protected boolean isOver() {
        return false;
    }

    protected final L log() {
        return Objects.requireNonNull(log);
    }

    /** How often the power was lost. */
    public final long crashes() {
        return crashes;
    }

    public final void run() throws IOException {
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            byte[] name = new byte[1 + random.nextInt(20)];
            random.nextBytes(name);
            name[0] = (byte) i;
            models.add(model(new EntityKey(random.nextInt(3), name)));
        }
        log = open();
        for (int step = 0; step < STEPS && !isOver(); step++) {
            step(random.nextInt(100));
            betweenSteps();
            if (!log().failures.isEmpty()) {
                afterError();
            }
        }
        if (!isOver()) {
            powerLoss();
        }
    }

    protected final M anyModel() {
        return models.get(random.nextInt(models.size()));
    }

    protected final void append() {
        M model = anyModel();
        LogRecord record = model.next(random, ++sequence);
        if (record == null) {
            log().shard(model.key).markChosen(model.key, model.lastMark());
        } else {
            tickets.put(log().append(record), model);
        }
    }

    /** One shard commits. */
    protected final void commit() {
        log().shardOf(random.nextInt(log().shardCount())).commit();
    }

    /** One round of the log writer. */
    protected final void write() {
        log().runWriterOnce();
    }

    protected final void drain() {
        log().drain();
        for (long ticket : log().durable) {
            Objects.requireNonNull(tickets.get(ticket)).reportDurable();
        }
        log().durable.clear();
    }

    protected final void check() {
        drain();
        for (M model : models) {
            String found = model.isSettled() ? wrong(model) : null;
            if (found != null) {
                Assertions.fail(model.key + ": " + model.stored() + " but " + found);
            }
        }
    }

    protected final void restart() throws IOException {
        int kind = random.nextInt(3);
        if (kind == 0) {
            close();
            if (log().failures.isEmpty()) {
                drain();
            }
            start();
        } else if (kind == 1) {
            fs = fs.killProcess();
            start();
        } else {
            powerLoss();
        }
    }

    /** After an error the store must end; what it wrote last is visible but not durable. */
    private void afterError() throws IOException {
        if (random.nextBoolean()) {
            fs = fs.killProcess();
            start();
        } else {
            powerLoss();
        }
    }

    protected final void powerLoss() throws IOException {
        crashes++;
        fs = fs.crash();
        start();
    }

    private void start() throws IOException {
        fs.faults().failForce(0);
        if (random.nextInt(5) == 0) {
            fs.faults().powerLossAt(1 + random.nextInt(12));
        }
        beforeStart();
        while (true) {
            try {
                log = open();
                assertEquals(
                        List.of(),
                        damage().stream().filter(report -> report.kind().isLoss()).toList());
                for (M model : models) {
                    String found = wrongAfterStart(model);
                    if (found != null) {
                        Assertions.fail(
                                model.key
                                        + ": illegal after restart: "
                                        + found
                                        + " instead of "
                                        + model.stored());
                    }
                }
                tickets.clear();
                return;
            } catch (IOException e) {
                if (!isPowerLoss(e)) {
                    throw e;
                }
                crashes++;
                fs = fs.crash();
            }
        }
    }

    private static boolean isPowerLoss(IOException e) {
        return String.valueOf(e.getCause()).contains("power loss")
                || String.valueOf(e.getMessage()).contains("power loss");
    }
}

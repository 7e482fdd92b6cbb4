package io.paxosstore.lsm.store;

import io.paxosstore.core.ValueId;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.ValueOperation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Prints figures of a store on a real disk; argument: an empty directory. Not a test. */
final class QuickCheck {
    private static final int ENTITIES = 20_000;
    private static final int ROUNDS = 7;

    private final LsmStore store;
    private long entries;

    private QuickCheck(LsmStore store) {
        this.store = store;
    }

    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        try (LsmStore store = LsmStore.open(directory, LsmConfig.DEFAULT, Entities.NO_FAILURES)) {
            QuickCheck check = new QuickCheck(store);
            check.writes();
            check.reads();
            check.hotEntity();
            check.queue();
            check.image();
            System.out.println(store.stats());
        }
        long start = System.nanoTime();
        LsmStore.open(directory, LsmConfig.DEFAULT, Entities.NO_FAILURES).close();
        System.out.printf("open and close %.1f ms%n", (System.nanoTime() - start) / 1e6);
    }

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.US_ASCII));
    }

    private void write(EntityKey entity, MultiOp... multiOps) {
        try (SnapshotState state = store.read(entity)) {
            EntryBuilder entry = new EntryBuilder(state, 1_000_000 + entries);
            for (MultiOp multiOp : multiOps) {
                entry.execute(multiOp);
            }
            long id = state.entry() + 1;
            AppliedEntry applied =
                    new AppliedEntry(id, new ValueId(1, 1, id), entry.nowMillis(), new byte[40]);
            store.apply(entity, applied, List.of(entry.changes().encode()));
        }
        entries++;
    }

    private void read(EntityKey entity, Operation operation) {
        try (SnapshotState state = store.read(entity)) {
            new EntryBuilder(state, 1_000_000 + entries).execute(MultiOp.of(operation));
        }
    }

    private static double perSecond(long count, long start) {
        return count * 1e9 / (System.nanoTime() - start);
    }

    private void writes() {
        byte[] value = new byte[100];
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < ENTITIES; i++) {
                write(
                        key("e" + i),
                        MultiOp.of(
                                new MapOperation.Put(
                                        "m",
                                        List.of(
                                                new MapOperation.Field(
                                                        ("f" + round)
                                                                .getBytes(
                                                                        StandardCharsets.US_ASCII),
                                                        value)),
                                        0)));
            }
            System.out.printf(
                    "evaluate and apply, %d entities, round %d: %.0f/s%n",
                    ENTITIES, round, perSecond(ENTITIES, start));
        }
        long start = System.nanoTime();
        store.flush();
        System.out.printf("flush %.1f ms%n", (System.nanoTime() - start) / 1e6);
    }

    private void reads() {
        byte[] field = "f1".getBytes(StandardCharsets.US_ASCII);
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < ENTITIES; i++) {
                read(key("e" + i), new MapOperation.Get("m", List.of(field)));
            }
            System.out.printf("read one field: %.0f/s%n", perSecond(ENTITIES, start));
        }
    }

    private void hotEntity() {
        MultiOp increment = MultiOp.of(new ValueOperation.Increment("n", 1, 0));
        for (int batch : new int[] {1, 64}) {
            MultiOp[] batched = new MultiOp[batch];
            Arrays.fill(batched, increment);
            int rounds = 20_000 / batch;
            long start = System.nanoTime();
            for (int i = 0; i < rounds; i++) {
                write(key("hot"), batched);
            }
            System.out.printf(
                    "increments of one counter, %d in an entry: %.0f/s%n",
                    batch, perSecond((long) rounds * batch, start));
        }
    }

    /** Ten new messages after ten and after a million old ones. */
    private void queue() {
        byte[] message = new byte[50];
        for (int i = 0; i < 1000; i++) {
            write(
                    key("long"),
                    MultiOp.of(
                            new QueueOperation.Enqueue("q", Collections.nCopies(1000, message))));
        }
        write(key("short"), enqueue(message));
        write(key("short"), enqueue(message));
        write(key("long"), enqueue(message));
        store.flush();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double few = readMicros("short", 11);
            double many = readMicros("long", 1_000_001);
            ratios.add(many / few);
            System.out.printf(
                    "ten new messages after 10 old ones %.1f us, after 1,000,000 %.1f us%n",
                    few, many);
        }
        Collections.sort(ratios);
        System.out.printf("median ratio %.2f%n", ratios.get(ROUNDS / 2));
    }

    private static MultiOp enqueue(byte[] message) {
        return MultiOp.of(new QueueOperation.Enqueue("q", Collections.nCopies(10, message)));
    }

    private double readMicros(String name, long from) {
        int reads = 5000;
        long start = System.nanoTime();
        for (int i = 0; i < reads; i++) {
            read(key(name), new QueueOperation.Read("q", from, Page.of(10)));
        }
        return (System.nanoTime() - start) / 1e3 / reads;
    }

    private void image() {
        long start = System.nanoTime();
        long bytes = 0;
        try (ImageExport export = store.export(key("long"), 0);
                ImageInstall install = store.install(key("copy"))) {
            for (byte[] page = export.next(256 * 1024);
                    page != null;
                    page = export.next(256 * 1024)) {
                bytes += page.length;
                install.add(page);
            }
            install.finish();
        }
        System.out.printf(
                "image of %d MiB, read and installed: %.0f MiB/s%n",
                bytes >> 20, (bytes >> 20) * 1e9 / (System.nanoTime() - start));
        read(key("copy"), new ListOperation.Length("absent"));
    }
}

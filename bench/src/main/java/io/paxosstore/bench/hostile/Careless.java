package io.paxosstore.bench.hostile;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Step;
import io.paxosstore.core.RandomSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs that use the Java client as it was not meant to be used. */
final class Careless {
    private static final int WRITERS = 64;
    private static final int BATCHES = 2;
    private static final int LARGE_KEYS = 100;
    private static final int CHANGERS = 4;
    private static final int STEPS = 1_000;
    private static final int STEP_BYTES_MAX = 3_000;
    private static final int QUERIES = 4;
    private static final int LIKES = 1_500;

    private Careless() {}

    /** Sixty-four put the largest values; two read three hundred of them with one call. */
    static Attack values() {
        return (target, random, until) -> {
            byte[] value = new byte[Target.LARGE_VALUE_BYTES];
            List<String> all =
                    IntStream.range(0, Target.LARGE_VALUES).mapToObj(Target::largeKey).toList();
            List<RandomSource> own = forks(random, WRITERS);
            try (PaxosStore store = target.connect()) {
                KeyValue<String, byte[]> keys = Target.keys(store);
                Crowd.run(
                        WRITERS + BATCHES,
                        until,
                        number -> {
                            if (number < WRITERS) {
                                int key = own.get(number).nextInt(LARGE_KEYS);
                                keys.put(Target.largeKey(key), value);
                            } else {
                                keys.getAll(all);
                            }
                        });
            }
        };
    }

    /** As many steps as there may be, each as large as it may be, or larger. */
    static Attack multiOps() {
        return (target, random, until) -> {
            List<RandomSource> own = forks(random, CHANGERS);
            try (PaxosStore store = target.connect()) {
                Crowd.run(
                        CHANGERS,
                        until,
                        number -> {
                            Entity entity = store.entity(Target.ENTITIES, "changed-" + number);
                            EntityList<byte[]> list = entity.list("steps", Codec.bytes());
                            byte[] element = new byte[1 + own.get(number).nextInt(STEP_BYTES_MAX)];
                            List<Step<?>> steps = new ArrayList<>();
                            for (int step = 0; step < STEPS; step++) {
                                steps.add(list.op().append(element));
                            }
                            entity.multiOp().then(steps.toArray(Step<?>[]::new)).execute();
                            list.trim(0, 0);
                        });
            }
        };
    }

    /** Every row against 1,500 patterns, none of which fits. */
    static Attack sql() {
        return (target, random, until) -> {
            String conditions =
                    IntStream.range(0, LIKES)
                            .mapToObj(number -> "n LIKE '%" + number + "z'")
                            .collect(Collectors.joining(" OR "));
            String query = "SELECT COUNT(*) FROM " + Target.TABLE + " WHERE " + conditions;
            try (PaxosStore store = target.connect()) {
                Entity entity = store.entity(Target.ENTITIES, Target.ENTITY);
                Crowd.run(QUERIES, until, number -> entity.sql(query));
            }
        };
    }

    private static List<RandomSource> forks(RandomSource random, int count) {
        return Stream.generate(random::fork).limit(count).toList();
    }
}

package io.paxosstore.server.config;

import java.time.Duration;

/** The settings of requests that are evaluated on the data of entities. */
public final class EvaluationSettings {
    public static final Setting<Duration> SLICE =
            Declare.duration(
                    "entities.slice",
                    Duration.ofMillis(1),
                    Duration.ofNanos(10_000),
                    Duration.ofSeconds(1),
                    "How long one request of an entity may keep a shard's thread. One that needs"
                            + " more begins anew on a thread for long evaluations, and its shard"
                            + " goes on meanwhile.");

    public static final Setting<Integer> THREADS =
            Declare.integer(
                    "entities.evaluation-threads",
                    4,
                    1,
                    64,
                    "Threads for long evaluations, of the whole node: so many entities can be"
                            + " evaluated for at once. They take turns on the processors, all but"
                            + " one. Each may hold about 30 MiB of rows, changes and results.");

    public static final Setting<Integer> WAITING_MAX =
            Declare.integer(
                    "entities.evaluations-waiting",
                    64,
                    1,
                    100_000,
                    "Most long evaluations that wait for one of these threads, half of them for one"
                            + " entity; more are refused as overloaded.");

    public static final Setting<Integer> WORK_MAX =
            Declare.integer(
                    "entities.work-max",
                    50_000_000,
                    10_000,
                    2_000_000_000,
                    "Most work of one request of an entity, in steps: about 20 for each record"
                            + " that is read, 10 for each row that is looked at, 1 for each"
                            + " comparison, some more for long values and patterns. A step takes"
                            + " some tens of nanoseconds. What needs more is rejected.");

    private EvaluationSettings() {}
}

package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of repair in the background. */
public final class SweepSettings {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;

    public static final Setting<Integer> RECOVER_RATE =
            integer(
                    "sweep.recover-rate",
                    20_000,
                    1,
                    100_000_000,
                    "Keys per second that this node brings up to date, or rebuilds, in the"
                            + " background (rules C3, A2). What it rebuilds because requests need"
                            + " it counts, up to a half. 10,000 take about a fifth of one"
                            + " processor, of all nodes together.");

    public static final Setting<Integer> MOVE_SHARE =
            integer(
                    "sweep.move-share",
                    25,
                    1,
                    100,
                    "About the share of its time, in percent, that a shard takes over slots that"
                            + " move to this node: after each page of entities it rests, for 10"
                            + " seconds at most; 100 for as fast as it goes. There are no rests"
                            + " while a node that has slots in common with this one is down, or"
                            + " this node's store is rebuilt.");

    public static final Setting<Integer> WINDOW =
            integer(
                    "sweep.window",
                    512,
                    1,
                    65_536,
                    "Keys of one shard that are brought up to date at once in the background.");

    public static final Setting<Duration> RECOVER_TIMEOUT =
            duration(
                    "sweep.recover-timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(5),
                    "How long bringing one key up to date may take before it is tried again.");

    public static final Setting<Long> PAGE_BYTES =
            size(
                    "sweep.page-bytes",
                    64 * KIB,
                    KIB,
                    8 * MIB,
                    "How much a node answers at once when another one asks what keys it holds.");

    public static final Setting<Duration> INTERVAL =
            duration(
                    "sweep.interval",
                    Duration.ofHours(1),
                    Duration.ofMillis(100),
                    Duration.ofDays(365),
                    "How often this node compares the checksums of its keys with those of the"
                            + " other nodes.");

    public static final Setting<Integer> CHECK_RATE =
            integer(
                    "sweep.check-rate",
                    2000,
                    1,
                    100_000_000,
                    "Keys per second whose checksums are compared; each costs a read from the disk"
                            + " on both nodes.");

    private SweepSettings() {}
}

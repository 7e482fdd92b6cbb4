package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;

import io.paxosstore.node.topology.DriverOptions;
import io.paxosstore.protocol.topology.TopologyPage;

import java.time.Duration;
import java.util.regex.Pattern;

/** The settings of a node's part in the topology: who votes where, and how that changes. */
public final class PlacementSettings {
    public static final Setting<Duration> REFRESH =
            duration(
                    "topology.refresh",
                    Duration.ofSeconds(1),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(10),
                    "How often a node reads the list of nodes, the plan of moves and some pages of"
                            + " the topology anew. What changes it hears of sooner, as a rule.");

    public static final Setting<Integer> REFRESH_PAGES =
            integer(
                    "topology.refresh-pages",
                    8,
                    1,
                    TopologyPage.COUNT,
                    "How many pages of the topology a node reads anew at a time, in turn.");

    public static final Setting<Duration> TIMEOUT =
            duration(
                    "topology.timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long reading or changing a part of the topology may take.");

    public static final Setting<Duration> DRIVE_INTERVAL =
            duration(
                    "topology.drive-interval",
                    Duration.ofMillis(200),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "About how often nodes look what is due in changes of voters: those that come"
                            + " to vote four times as often, others four times less often.");

    public static final Setting<Integer> SLOTS_MOVING =
            integer(
                    "slots.moving",
                    DriverOptions.MOVING_MAX_DEFAULT,
                    1,
                    16_384,
                    "In how many slots one node may have to become whole at once.");

    public static final Setting<String> BALANCE =
            Setting.declare(
                            "topology.balance",
                            ValueType.word(Pattern.compile("off|on"), "off or on"))
                    .defaultsTo("off")
                    .doc(
                            "Whether loads are evened out without being asked for, as topology"
                                    + " balance does. Have it on at all nodes: the first of the"
                                    + " system slot's voters that is up does it.");

    public static final Setting<Integer> BALANCE_ABOVE =
            integer(
                    "topology.balance-above",
                    125,
                    115,
                    10_000,
                    "What a node carries before loads are evened out, in percent of its part of"
                            + " all requests or bytes.");

    public static final Setting<Duration> BALANCE_AFTER =
            duration(
                    "topology.balance-after",
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(1),
                    Duration.ofDays(1),
                    "For how long a node must have carried as much.");

    public static final Setting<Integer> BALANCE_SLOTS =
            integer(
                    "topology.balance-slots",
                    256,
                    1,
                    1024,
                    "How many slots one plan changes that evens out loads without being asked.");

    private PlacementSettings() {}
}

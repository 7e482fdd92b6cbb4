package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A cluster whose changes several nodes drive at once, while operators want this and that. */
final class DrivenCluster {
    private static final int MOVING_MAX = 1_000;
    private static final int PLAYERS = 3;

    final Random random;
    final Register register;
    final List<Player> players;

    DrivenCluster(Topology topology, long seed) {
        this.random = new Random(seed);
        this.register = new Register(topology, MovePlan.first(), MOVING_MAX);
        this.players =
                Stream.generate(() -> new Player(register, MOVING_MAX)).limit(PLAYERS).toList();
    }

    /** A while in which the players do what they like. */
    void play(int turns) {
        for (int turn = 0; turn < turns; turn++) {
            Player player = players.get(random.nextInt(PLAYERS));
            player.read(random, false);
            player.drive(random, false);
            becomeWhole(2);
        }
    }

    /** Some of those that have to become whole do: one of so many. */
    private void becomeWhole(int of) {
        for (int slot = 0; slot <= Slots.SYSTEM; slot++) {
            if (register.topology().configurationOf(slot) instanceof Joint joint) {
                for (int node : joint.mustBeWhole()) {
                    if (random.nextInt(of) == 0) {
                        register.whole
                                .computeIfAbsent(slot, any -> new HashSet<>())
                                .add(new Register.Whole(node, slot, joint.epoch()));
                    }
                }
            }
        }
    }

    /** Until nothing is left to do. */
    void settle() {
        for (int turn = 0; turn < 2_000; turn++) {
            Player player = players.get(random.nextInt(PLAYERS));
            player.read(random, true);
            if (!player.drive(random, true) && !isUnderChange()) {
                return;
            }
            becomeWhole(1);
        }
        throw new AssertionError("not settled: " + Progress.of(topology(), register.plan()));
    }

    boolean isUnderChange() {
        return IntStream.rangeClosed(0, Slots.SYSTEM)
                .anyMatch(slot -> topology().configurationOf(slot) instanceof Joint);
    }

    Topology topology() {
        return register.topology();
    }

    /** An operator wants something, which is done if it may be. */
    void operator(ClusterChange change) {
        ChangeVerdict verdict = ClusterChanges.judge(change, topology(), id -> true);
        if (verdict instanceof ChangeVerdict.Allowed allowed) {
            assertTrue(register.write(allowed.head()));
        }
    }

    Plan plan() {
        return Planning.preview(topology());
    }

    /** Every slot is stable, as the goal wants it, and the planner has nothing to move. */
    void assertThere(long seed) {
        for (int slot = 0; slot <= Slots.SYSTEM; slot++) {
            SlotConfiguration is = topology().configurationOf(slot);
            assertTrue(is instanceof Stable, "seed " + seed + " slot " + slot + ": " + is);
            assertEquals(topology().head().goal().voters(), is.ids().size(), "seed " + seed);
            for (int id : is.ids()) {
                assertEquals(
                        Membership.ACTIVE,
                        topology().nodes().find(id).orElseThrow().membership(),
                        "seed " + seed + " slot " + slot + ": " + is);
            }
        }
        assertEquals(0, plan().slotsMoved(), "seed " + seed + ": " + plan());
    }

    /** Something that an operator might want. */
    ClusterChange wish() {
        int node = 1 + random.nextInt(9);
        return switch (random.nextInt(8)) {
            case 0, 1 -> new ClusterChange.Spread();
            case 2 -> new ClusterChange.Drain(node);
            case 3 -> new ClusterChange.Keep(node);
            case 4 -> new ClusterChange.Steer(Course.CANCELLED);
            case 5 -> new ClusterChange.Steer(Course.PAUSED);
            case 6 -> new ClusterChange.Replace(node, node < 7 ? 7 + (node - 1) / 2 : node - 5);
            default -> new ClusterChange.Steer(Course.RUNNING);
        };
    }
}

package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Voter;

import java.util.List;

/**
 * How far a planned move is, as the slot's configuration shows. Nobody keeps accounts of it: epochs
 * never fall, so that a move that is over stays over, and an old copy of the topology shows a state
 * in which the move once was.
 */
enum MoveState {
    /** Another change of the slot must come: to begin with, or on the way. */
    WAITING,
    /** Old and new voters vote together, those that are planned or some of them ({@link Hop}). */
    MOVING,
    /** The slot has the voters that were planned. */
    DONE,
    /** The slot went another way: the change was taken back, or somebody had another plan. */
    VOID;

    /** Whether it is over, one way or the other. */
    boolean isOver() {
        return this == DONE || this == VOID;
    }

    static MoveState of(PlannedMove move, SlotConfiguration now) {
        long steps = now.epoch() - move.epoch();
        if (steps < 0) {
            return WAITING;
        }
        return switch (now) {
            case SlotConfiguration.Stable stable -> of(move, stable, steps);
            case SlotConfiguration.Joint joint ->
                    steps % 2 == 1 && hasCome(move, joint, steps / 2) && leadsOn(move, joint)
                            ? MOVING
                            : VOID;
        };
    }

    private static MoveState of(PlannedMove move, SlotConfiguration.Stable stable, long steps) {
        boolean isThere = steps == 0 ? move.isAs(stable.voters()) : move.leadsTo(stable.voters());
        if (isThere) {
            return DONE;
        }
        return steps % 2 == 0 && hasCome(move, stable, steps / 2) ? WAITING : VOID;
    }

    /**
     * Whether each of the changes since the plan has brought one of the voters that are planned.
     */
    private static boolean hasCome(PlannedMove move, SlotConfiguration now, long changes) {
        if (changes > SlotConfiguration.VOTERS_MAX) {
            return false;
        }
        List<Voter> voters = changes == 0 ? List.of() : now.voters();
        for (long change = 1; change <= changes; change++) {
            if (!hasCome(move, voters, move.epoch() + 2 * change - 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasCome(PlannedMove move, List<Voter> voters, long since) {
        for (Voter voter : voters) {
            if (voter.since() == since && move.to().contains(voter.node())) {
                return true;
            }
        }
        return false;
    }

    private static boolean leadsOn(PlannedMove move, SlotConfiguration.Joint joint) {
        if (move.leadsTo(joint.next())) {
            return true;
        }
        boolean anyComes = false;
        for (Voter voter : joint.next()) {
            if (voter.since() == joint.epoch()) {
                anyComes = true;
                if (!move.to().contains(voter.node())) {
                    return false;
                }
            }
        }
        return anyComes;
    }
}

package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.List;

/**
 * How far a planned move is, as the slot's configuration shows. Nobody keeps accounts of it: epochs
 * never fall, so that a move that is over stays over, and an old copy of the topology shows a state
 * in which the move once was.
 */
enum MoveState {
    /** Not begun, or another change of the slot must end first. */
    WAITING,
    /** Old and new voters vote together. */
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
        return switch (now) {
            case SlotConfiguration.Stable stable -> {
                if (steps < 0) {
                    yield WAITING;
                }
                if (steps == 0) {
                    yield stable.ids().equals(move.to()) ? DONE : WAITING;
                }
                yield move.leadsTo(stable.ids()) ? DONE : VOID;
            }
            case SlotConfiguration.Joint joint -> {
                if (steps < 0) {
                    yield WAITING;
                }
                yield steps == 1 && move.leadsTo(nextIds(joint)) ? MOVING : VOID;
            }
        };
    }

    /** The ids of the voters that a change leads to. */
    static List<Integer> nextIds(SlotConfiguration.Joint joint) {
        return joint.next().stream().map(voter -> voter.node()).toList();
    }
}

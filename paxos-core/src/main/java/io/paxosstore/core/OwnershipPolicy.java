package io.paxosstore.core;

import io.paxosstore.protocol.topology.StaticRight;

import org.jspecify.annotations.Nullable;

import java.util.function.BooleanSupplier;

/**
 * Who may skip the prepare phase of an entry (section 2 of docs/protocol.md): the owner of its
 * <em>fast number</em>, {@code ProposalNumber.FAST}. Leaseless pre-preparing, a leased leader and
 * Mencius differ in this policy alone.
 */
public interface OwnershipPolicy {
    /** The right of one node to the fast number of one entry. */
    enum FastRight {
        /** Prepare first. */
        NONE,
        /**
         * Owned by this incarnation only: a restart loses it, so the accept may be sent while its
         * own write is in flight (Rules F1, D2).
         */
        VOLATILE,
        /**
         * Owned whatever happens: the accept must be durable before it is sent, so that a restart
         * finds what was sent (Rule F1).
         */
        STATIC
    }

    /**
     * Says what right a node has.
     *
     * @param self the node
     * @param incarnation its incarnation
     * @param slot the right to entry 1, as the slot's configuration has it (Rule M9)
     * @param entry the entry to be proposed
     * @param previous the id of the value chosen for the entry before; null for entry 1
     */
    FastRight fastRight(
            int self, int incarnation, StaticRight slot, long entry, @Nullable ValueId previous);

    /**
     * Leaseless pre-preparing (PaxosStore paper, section 2.2.2): the proposer id inside the chosen
     * value of entry i owns the fast number of entry i+1, while its incarnation lasts. Entry 1 has
     * no entry before it; there the configuration names who has the right, whatever happens to it.
     */
    static OwnershipPolicy prePreparing() {
        return (self, incarnation, slot, entry, previous) -> {
            if (previous == null) {
                return entry == 1 && slot.owner() == self ? FastRight.STATIC : FastRight.NONE;
            }
            return previous.proposer() == self && previous.incarnation() == incarnation
                    ? FastRight.VOLATILE
                    : FastRight.NONE;
        };
    }

    /**
     * A policy for a node that may have lost a store (Rules A1, F1): once it has, it has no right
     * any more that outlives a restart, because what the right was used for may be lost too.
     *
     * @param reborn whether a store was lost; never false again once it was true
     */
    static OwnershipPolicy unlessReborn(OwnershipPolicy policy, BooleanSupplier reborn) {
        return (self, incarnation, slot, entry, previous) -> {
            FastRight right = policy.fastRight(self, incarnation, slot, entry, previous);
            return right == FastRight.STATIC && reborn.getAsBoolean() ? FastRight.NONE : right;
        };
    }

    /** Nobody owns a fast number: every entry is prepared. */
    static OwnershipPolicy alwaysPrepare() {
        return (self, incarnation, slot, entry, previous) -> FastRight.NONE;
    }
}

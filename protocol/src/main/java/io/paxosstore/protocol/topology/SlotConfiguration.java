package io.paxosstore.protocol.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * Who votes for the entities of a slot, in one epoch. A change of voters takes two: from {@link
 * Stable} to {@link Joint}, in which majorities of the old and of the new voters decide together,
 * and from there to the new voters or, reversed, back to the old ones. Immutable.
 */
public sealed interface SlotConfiguration {
    /** Epochs serve as numbers of proposals, below those of every round. */
    long EPOCH_MAX = Integer.MAX_VALUE;

    /** The greatest number of voters outside a change. */
    int VOTERS_MAX = 5;

    /** Grows with every change of phase or voters, from 1. */
    long epoch();

    /** All that vote, in the order in which requests prefer them; distinct. */
    List<Voter> voters();

    /** Who has the static right in this epoch. */
    StaticRight right();

    /** The slot's first configuration: voters with nothing to learn, the first has the right. */
    static Stable first(List<Integer> voters) {
        return new Stable(
                1,
                voters.stream().map(node -> new Voter(node, 0)).toList(),
                StaticRight.first(voters.isEmpty() ? 1 : voters.get(0)));
    }

    /**
     * A majority of the voters decides.
     *
     * @param epoch from 1
     * @param voters 1, 3 or 5, in order of preference
     * @param right whose owner is a voter
     */
    record Stable(long epoch, List<Voter> voters, StaticRight right) implements SlotConfiguration {
        /** Checks everything, and copies the list. */
        public Stable {
            voters = List.copyOf(voters);
            VoterChecks.epoch(epoch);
            VoterChecks.voters(voters, epoch);
            VoterChecks.owner(right, voters);
        }

        /**
         * Begins a change: those that are no voters yet join in the next epoch.
         *
         * @param next ids of the voters to be, in order of preference
         * @throws IllegalArgumentException when they are the same nodes as now
         */
        public Joint towards(List<Integer> next) {
            List<Voter> joining = new ArrayList<>();
            for (int node : next) {
                int at = VoterChecks.indexOf(node, voters);
                joining.add(at < 0 ? new Voter(node, epoch + 1) : voters.get(at));
            }
            return new Joint(epoch + 1, voters, joining, right);
        }

        /**
         * The same voters in another order of preference. That is routing: the epoch stays.
         *
         * @throws IllegalArgumentException when they are other nodes than now
         */
        public Stable reordered(List<Integer> order) {
            List<Voter> ordered = new ArrayList<>();
            for (int node : order) {
                int at = VoterChecks.indexOf(node, voters);
                Check.that(
                        at >= 0 && order.size() == voters.size(),
                        () ->
                                "The order "
                                        + order
                                        + " is not one of the voters "
                                        + ids()
                                        + "; begin a change to have other voters.");
                ordered.add(voters.get(at));
            }
            return new Stable(epoch, ordered, right);
        }
    }

    /**
     * A majority of the old and a majority of the next voters decide together.
     *
     * @param epoch from 2
     * @param old 1, 3 or 5, in order of preference
     * @param next 1, 3 or 5, in order of preference; those that are not among the old ones joined
     *     in this epoch
     * @param before the right as it was, which comes back if the change is reversed
     */
    record Joint(long epoch, List<Voter> old, List<Voter> next, StaticRight before)
            implements SlotConfiguration {
        /** Checks everything, and copies the lists. */
        public Joint {
            old = List.copyOf(old);
            next = List.copyOf(next);
            VoterChecks.epoch(epoch);
            VoterChecks.voters(old, epoch - 1);
            VoterChecks.voters(next, epoch);
            VoterChecks.owner(before, old);
            VoterChecks.change(epoch, old, next);
        }

        /** The old voters first: they have the data. */
        @Override
        public List<Voter> voters() {
            List<Voter> all = new ArrayList<>(old);
            addNewcomers(all);
            return List.copyOf(all);
        }

        /** Those of the next voters that are not among the old ones. */
        public List<Voter> newcomers() {
            List<Voter> all = new ArrayList<>(next.size());
            addNewcomers(all);
            return List.copyOf(all);
        }

        private void addNewcomers(List<Voter> all) {
            for (Voter voter : next) {
                if (voter.since() == epoch) {
                    all.add(voter);
                }
            }
        }

        /** The ids of those that must be whole before it may be {@linkplain #completed}. */
        public List<Integer> mustBeWhole() {
            return SlotConfiguration.mustBeWhole(oldIds(), nextIds());
        }

        /** The ids of the old voters, in order of preference. */
        public List<Integer> oldIds() {
            return VoterChecks.ids(old);
        }

        /** The ids of the next voters, in order of preference. */
        public List<Integer> nextIds() {
            return VoterChecks.ids(next);
        }

        /**
         * The right as it was while its owner stays; else nobody's, and from now on voters take
         * none of its earlier numbers.
         */
        @Override
        public StaticRight right() {
            return isOwnerStaying() ? before : StaticRight.nobody(epoch);
        }

        private boolean isOwnerStaying() {
            return VoterChecks.indexOf(before.owner(), next) >= 0;
        }

        /** Ends the change with the old voters; allowed at any time. */
        public Stable reversed() {
            return new Stable(epoch + 1, old, before);
        }

        /**
         * Ends the change with the next voters; whoever does so has made sure that they are whole.
         * If the owner of the right left, nobody has it.
         */
        public Stable completed() {
            return new Stable(epoch + 1, next, right());
        }

        /**
         * Ends the change with the next voters and gives the right, whose owner left, to one that
         * became whole in this change.
         *
         * @throws IllegalArgumentException when the owner stays, or this is no newcomer: one that
         *     stayed may hold an earlier number without knowing
         */
        public Stable completed(int newOwner) {
            Check.that(
                    !isOwnerStaying(),
                    () -> "Node " + before.owner() + " stays and keeps the right; name no other.");
            Check.that(
                    VoterChecks.indexOf(newOwner, newcomers()) >= 0,
                    () ->
                            "Node "
                                    + newOwner
                                    + " did not join in this change; the right may go to one of "
                                    + VoterChecks.ids(newcomers())
                                    + ".");
            return new Stable(epoch + 1, next, StaticRight.renewed(newOwner, epoch));
        }
    }

    /**
     * Rule M7: who must be whole before a change may end with the next voters: those that come; and
     * if a majority of the next ones need not have one in common with a majority of the old ones,
     * those that stay, too.
     *
     * @param old the ids of the old voters
     * @param next those of the next ones
     */
    static List<Integer> mustBeWhole(List<Integer> old, List<Integer> next) {
        if (!walkOnlyNewcomers(old.size(), next.size())) {
            return next;
        }
        List<Integer> coming = new ArrayList<>(next);
        coming.removeAll(old);
        return coming;
    }

    /**
     * Rule M7: whether those that come are all that must be whole, since a majority of the next
     * voters has one in common with every majority of the old ones.
     *
     * @param old how many old voters there are
     * @param next how many next ones
     */
    static boolean walkOnlyNewcomers(int old, int next) {
        return old / 2 + 1 + next / 2 + 1 > old;
    }

    /** Whether a node is one of {@link #voters}. */
    default boolean hasVoter(int node) {
        return VoterChecks.indexOf(node, voters()) >= 0;
    }

    /** The ids of {@link #voters}. */
    default List<Integer> ids() {
        return VoterChecks.ids(voters());
    }
}

package io.paxosstore.protocol.topology;

import java.util.List;

/** What holds of the voters of every configuration. */
final class VoterChecks {
    private VoterChecks() {}

    static void epoch(long epoch) {
        Check.that(
                epoch >= 1 && epoch <= SlotConfiguration.EPOCH_MAX,
                () ->
                        "Epoch "
                                + epoch
                                + " of a slot is out of range; epochs are 1 to "
                                + SlotConfiguration.EPOCH_MAX
                                + ".");
    }

    /**
     * Checks the number of voters and that they differ.
     *
     * @param sinceMax the latest epoch in which one of them may have joined
     */
    static void voters(List<Voter> voters, long sinceMax) {
        int count = voters.size();
        Check.that(
                count % 2 == 1 && count <= SlotConfiguration.VOTERS_MAX,
                () -> "A slot has " + count + " voters; it needs 1, 3 or 5.");
        for (int i = 0; i < count; i++) {
            Voter voter = voters.get(i);
            Check.that(
                    indexOf(voter.node(), voters.subList(0, i)) < 0,
                    () -> "Node " + voter.node() + " votes twice in a slot; voters must differ.");
            Check.that(
                    voter.since() <= sinceMax,
                    () ->
                            "Node "
                                    + voter.node()
                                    + " is said to have joined in epoch "
                                    + voter.since()
                                    + "; the latest possible is "
                                    + sinceMax
                                    + ".");
        }
    }

    static void owner(StaticRight right, List<Voter> voters) {
        Check.that(
                right.owner() == StaticRight.NOBODY || indexOf(right.owner(), voters) >= 0,
                () ->
                        "Node "
                                + right.owner()
                                + " has the static right and is none of the voters "
                                + ids(voters)
                                + "; name one of them, or nobody.");
    }

    /** Checks that a change brings somebody in or out, and who joined when. */
    static void change(long epoch, List<Voter> old, List<Voter> next) {
        boolean isChange = old.size() != next.size();
        for (Voter voter : next) {
            int at = indexOf(voter.node(), old);
            isChange |= at < 0;
            long since = at < 0 ? epoch : old.get(at).since();
            Check.that(
                    voter.since() == since,
                    () ->
                            "Node "
                                    + voter.node()
                                    + " is said to have joined in epoch "
                                    + voter.since()
                                    + "; it did in epoch "
                                    + since
                                    + ".");
        }
        Check.that(
                isChange,
                () ->
                        "The voters "
                                + ids(next)
                                + " are those that vote already; change their order instead.");
    }

    /** The place of a node among voters, -1 when it is none of them. */
    static int indexOf(int node, List<Voter> voters) {
        for (int i = 0; i < voters.size(); i++) {
            if (voters.get(i).node() == node) {
                return i;
            }
        }
        return -1;
    }

    static List<Integer> ids(List<Voter> voters) {
        Integer[] ids = new Integer[voters.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = voters.get(i).node();
        }
        return List.of(ids);
    }
}

package io.paxosstore.protocol.topology;

import java.util.List;

/**
 * What changed in a page: brings whoever has version {@code from} or a later one to version {@code
 * to}. Immutable.
 *
 * @param page the number of the page
 * @param from a version of it
 * @param to a later one
 * @param changes slots of the page in ascending order
 */
public record PageDelta(int page, long from, long to, List<SlotChange> changes) {
    /** Checks everything, and copies the list. */
    public PageDelta {
        changes = List.copyOf(changes);
        TopologyPage.checkNumber(page);
        Check.that(
                from >= 1 && from <= to,
                () ->
                        "A change of page "
                                + page
                                + " leads from version "
                                + from
                                + " to "
                                + to
                                + "; versions begin at 1 and grow.");
        int last = -1;
        for (SlotChange change : changes) {
            int before = last;
            Check.that(
                    TopologyPage.numberOf(change.slot()) == page && change.slot() > before,
                    () ->
                            "Slot "
                                    + change.slot()
                                    + " after slot "
                                    + before
                                    + " does not belong in a change of page "
                                    + page
                                    + "; slots ascend within the page.");
            last = change.slot();
        }
    }
}

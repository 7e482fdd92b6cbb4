package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The configurations of 256 neighbouring slots: what is stored and changed as one. A page knows for
 * each slot in which version of the page it last changed, so that others can be told what they have
 * missed. Immutable.
 */
public final class TopologyPage {
    /** How many pages there are; they are numbered from 0. */
    public static final int COUNT = 64;

    /** How many slots a page has. */
    public static final int SLOTS = Slots.COUNT / COUNT;

    private final int number;
    private final long version;
    private final SlotConfiguration[] slots;
    private final long[] changedIn;

    private TopologyPage(int number, long version, SlotConfiguration[] slots, long[] changedIn) {
        this.number = number;
        this.version = version;
        this.slots = slots;
        this.changedIn = changedIn;
    }

    /**
     * A page as it was stored.
     *
     * @param version of the page, from 1
     * @param slots the configurations of all its slots, in order
     * @param changedIn for each the version in which it last changed, 1 to {@code version}
     * @throws IllegalArgumentException with a sentence that says what is wrong and what would do
     */
    static TopologyPage of(
            int number, long version, List<SlotConfiguration> slots, long[] changedIn) {
        checkNumber(number);
        Check.that(
                version >= 1,
                () ->
                        "Version "
                                + version
                                + " of page "
                                + number
                                + " is out of range; versions begin at 1.");
        Check.that(
                slots.size() == SLOTS && changedIn.length == SLOTS,
                () ->
                        "Page "
                                + number
                                + " is given "
                                + slots.size()
                                + " slots; a page has "
                                + SLOTS
                                + ".");
        for (long change : changedIn) {
            Check.that(
                    change >= 1 && change <= version,
                    () ->
                            "A slot of page "
                                    + number
                                    + " changed in version "
                                    + change
                                    + "; the page has the versions 1 to "
                                    + version
                                    + ".");
        }
        SlotConfiguration[] all = slots.toArray(SlotConfiguration[]::new);
        return new TopologyPage(number, version, shared(all, all), changedIn.clone());
    }

    /**
     * The configuration of some slots that equals this one, if there is one: mostly there are few.
     * Whoever routes looks at some slot for each request; were each another object, none of them
     * would be in the processor's caches.
     */
    private static SlotConfiguration shared(SlotConfiguration one, SlotConfiguration[] slots) {
        for (SlotConfiguration other : slots) {
            if (other.equals(one)) {
                return other;
            }
        }
        return one;
    }

    /** The same page, which shares equal configurations with another one. */
    public TopologyPage sharing(TopologyPage other) {
        return new TopologyPage(number, version, shared(slots, other.slots), changedIn);
    }

    private static SlotConfiguration[] shared(SlotConfiguration[] all, SlotConfiguration[] with) {
        return Arrays.stream(all).map(one -> shared(one, with)).toArray(SlotConfiguration[]::new);
    }

    /** The first version of a page. */
    public static TopologyPage first(int number, List<SlotConfiguration> slots) {
        long[] changedIn = new long[SLOTS];
        Arrays.fill(changedIn, 1);
        return of(number, 1, slots, changedIn);
    }

    /** The number of the page of a slot. */
    public static int numberOf(int slot) {
        return slot / SLOTS;
    }

    static void checkNumber(int number) {
        Check.that(
                number >= 0 && number < COUNT,
                () -> "Page " + number + " is out of range; pages are 0 to " + (COUNT - 1) + ".");
    }

    public int number() {
        return number;
    }

    /** Grows with every change of the page, from 1. */
    public long version() {
        return version;
    }

    /** The number of its first slot. */
    public int firstSlot() {
        return number * SLOTS;
    }

    /**
     * Who votes for a slot.
     *
     * @throws IllegalArgumentException when it is a slot of another page
     */
    public SlotConfiguration slot(int slot) {
        return slots[index(slot)];
    }

    /** The version of the page in which a slot last changed. */
    long changedIn(int slot) {
        return changedIn[index(slot)];
    }

    private int index(int slot) {
        Check.that(
                slot >= 0 && numberOf(slot) == number,
                () ->
                        "Slot "
                                + slot
                                + " is not on page "
                                + number
                                + "; it has the slots "
                                + firstSlot()
                                + " to "
                                + (firstSlot() + SLOTS - 1)
                                + ".");
        return slot - firstSlot();
    }

    /**
     * The next version of the page.
     *
     * @param changes of slots of this page
     * @throws IllegalArgumentException when an epoch falls, or the voters of a slot change and its
     *     epoch does not
     */
    public TopologyPage with(List<SlotChange> changes) {
        return changed(version + 1, changes);
    }

    /**
     * The page with what it has missed; itself when it has missed nothing. A slot that it knows in
     * a later epoch stays as it is.
     *
     * @throws IllegalArgumentException when the change is one of another page, or begins at a
     *     version that this page has not reached: ask for one that begins at this one
     */
    public TopologyPage with(PageDelta delta) {
        Check.that(
                delta.page() == number && delta.from() <= version,
                () ->
                        "A change of page "
                                + delta.page()
                                + " from version "
                                + delta.from()
                                + " does not fit version "
                                + version
                                + " of page "
                                + number
                                + "; ask for what changed since that version.");
        return delta.to() <= version
                ? this
                : changed(
                        delta.to(),
                        delta.changes().stream()
                                .filter(change -> !isOlder(change.configuration(), change.slot()))
                                .toList());
    }

    private boolean isOlder(SlotConfiguration configuration, int slot) {
        return configuration.epoch() < slot(slot).epoch();
    }

    /**
     * The page with what is told of one slot alone, as a node does that refuses a request. Its
     * version stays, since it may lack other changes; itself when it knows this or something later.
     */
    public TopologyPage learning(SlotChange told) {
        return told.configuration().epoch() <= slot(told.slot()).epoch()
                ? this
                : changed(version, List.of(told));
    }

    private TopologyPage changed(long newVersion, List<SlotChange> changes) {
        SlotConfiguration[] newSlots = slots.clone();
        long[] newChangedIn = changedIn.clone();
        for (SlotChange change : changes) {
            int at = index(change.slot());
            checkSuccessor(change.slot(), slots[at], change.configuration());
            newSlots[at] = shared(change.configuration(), newSlots);
            newChangedIn[at] = newVersion;
        }
        return new TopologyPage(number, newVersion, newSlots, newChangedIn);
    }

    private static void checkSuccessor(int slot, SlotConfiguration was, SlotConfiguration is) {
        boolean sameVoters = was.ids().size() == is.ids().size() && was.ids().containsAll(is.ids());
        Check.that(
                is.epoch() > was.epoch()
                        || (is.epoch() == was.epoch()
                                && is.getClass() == was.getClass()
                                && sameVoters),
                () ->
                        "Slot "
                                + slot
                                + " is in epoch "
                                + was.epoch()
                                + " with voters "
                                + was.ids()
                                + "; epoch "
                                + is.epoch()
                                + " with voters "
                                + is.ids()
                                + " cannot follow, read the page again.");
    }

    /**
     * What changed after a version of this page, for whoever has that version.
     *
     * @param since from 1 to {@link #version}
     */
    public PageDelta changesSince(long since) {
        List<SlotChange> changes = new ArrayList<>();
        for (int i = 0; i < SLOTS; i++) {
            if (changedIn[i] > since) {
                changes.add(new SlotChange(firstSlot() + i, slots[i]));
            }
        }
        return new PageDelta(number, since, version, changes);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof TopologyPage that
                        && number == that.number
                        && version == that.version
                        && Arrays.equals(slots, that.slots)
                        && Arrays.equals(changedIn, that.changedIn));
    }

    @Override
    public int hashCode() {
        return 31 * number + Long.hashCode(version);
    }

    @Override
    public String toString() {
        return "page " + number + ", version " + version;
    }
}

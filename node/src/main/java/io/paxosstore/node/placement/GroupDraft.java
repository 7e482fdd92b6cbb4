package io.paxosstore.node.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * The slots of one group while it is decided who votes for them. Slots with the same voters in the
 * same order are a class: which of them is moved makes no difference. Not thread-safe.
 */
final class GroupDraft {
    private static final int NONE = -1;
    private static final int NODE_BITS = 10;
    private static final int PASSES_MAX = 64;

    /** What is taken from a group must not leave its nodes uneven: that would move more. */
    private static final double SLOTS_FIRST = 64;

    /**
     * Among so many classes the best is found; of more, the best of those that were best before.
     */
    private static final int LOOKS_MAX = 128;

    /** Levels that differ by less are equal. */
    private static final double EPSILON = 1e-6;

    private final NodeGroup group;
    private final double capacity;
    private final Levels levels;
    private final Map<Long, SlotClass> classes = new TreeMap<>();
    private int slotCount;

    /** Slots with the same voters in the same order, the oldest here first. */
    private static final class SlotClass {
        final int[] voters;
        final Deque<Integer> slots = new ArrayDeque<>();

        SlotClass(int[] voters) {
            this.voters = voters;
        }
    }

    /** A slot of a class with another node at a place, and how much more even that makes all. */
    private record Offer(SlotClass from, int place, double gain) {}

    GroupDraft(NodeGroup group) {
        this.group = group;
        this.capacity = group.capacity();
        this.levels = new Levels(group);
    }

    NodeGroup group() {
        return group;
    }

    int slotCount() {
        return slotCount;
    }

    /** How many slots the group can carry in proportion to other groups. */
    double capacity() {
        return capacity;
    }

    /** How many slots it has in proportion to what it can carry. */
    double fullness() {
        return slotCount / capacity;
    }

    /** Puts in a slot; empty places (-1) are given to whoever has least, preferred ones first. */
    void put(int slot, int[] voters) {
        for (int place = 0; place < voters.length; place++) {
            if (voters[place] < 0) {
                voters[place] = leastLevel(place, voters);
            }
        }
        insert(slot, voters);
    }

    private int leastLevel(int place, int[] voters) {
        int best = NONE;
        double bestLevel = Double.POSITIVE_INFINITY;
        for (int node = 0; node < group.size(); node++) {
            if (group.mayTake(node, place, voters)) {
                double level = levels.at(place, node, voters);
                if (level < bestLevel) {
                    best = node;
                    bestLevel = level;
                }
            }
        }
        return best;
    }

    private void insert(int slot, int[] voters) {
        levels.add(voters);
        slotCount++;
        classes.computeIfAbsent(key(voters), any -> new SlotClass(voters)).slots.addLast(slot);
    }

    private static long key(int[] voters) {
        long key = 0;
        for (int voter : voters) {
            key = (key << NODE_BITS) | voter;
        }
        return key;
    }

    /** Takes out the slot whose voters have most slots, and the most even rest remains. */
    int takeFullest() {
        SlotClass fullest = null;
        double greatest = Double.NEGATIVE_INFINITY;
        for (SlotClass each : classes.values()) {
            double level = 0;
            for (int place = 0; place < each.voters.length; place++) {
                int node = each.voters[place];
                level += SLOTS_FIRST * levels.ofSlots(node);
                level += levels.mixture(place, node, each.voters);
            }
            if (level > greatest) {
                greatest = level;
                fullest = each;
            }
        }
        return take(Objects.requireNonNull(fullest, "a group that gives has slots"));
    }

    private int take(SlotClass from) {
        int slot = from.slots.removeFirst();
        if (from.slots.isEmpty()) {
            classes.remove(key(from.voters));
        }
        levels.remove(from.voters);
        slotCount--;
        return slot;
    }

    /** How many slots a node should vote for. */
    double quota(int node) {
        return levels.slotShare(node) * slotCount;
    }

    /** By how many slots a node has less than it should have; negative when it has more. */
    double shortage(int node) {
        return quota(node) - levels.slots(node);
    }

    /**
     * Gives a node so many slots more, each in the place of the node that has most too many: the
     * slots that make all as even as possible.
     *
     * @return whether there were so many
     */
    boolean give(int receiver, int count) {
        Map<Integer, PriorityQueue<Offer>> offers = new TreeMap<>();
        for (int given = 0; given < count; given++) {
            int donor = fullest(offers);
            while (donor != NONE && !giveOne(receiver, donor, offers)) {
                donor = fullest(offers);
            }
            if (donor == NONE) {
                return false;
            }
        }
        return true;
    }

    /** The node that has most too many and is not known to have nothing to offer. */
    private int fullest(Map<Integer, PriorityQueue<Offer>> offers) {
        int fullest = NONE;
        double least = 0;
        for (int node = 0; node < group.size(); node++) {
            PriorityQueue<Offer> known = offers.get(node);
            double shortage = shortage(node) / quota(node);
            if (shortage < least && (known == null || !known.isEmpty())) {
                fullest = node;
                least = shortage;
            }
        }
        return fullest;
    }

    /**
     * Takes the best offer of a donor. The more the receiver has got, the less any of them gains:
     * so one that is still as good as the next one was is the best, and the rest need no look.
     */
    private boolean giveOne(
            int receiver, int donor, Map<Integer, PriorityQueue<Offer>> offersOfDonors) {
        PriorityQueue<Offer> offers =
                offersOfDonors.computeIfAbsent(donor, any -> offers(receiver, donor));
        List<Offer> seen = new ArrayList<>();
        Offer best = null;
        while (!offers.isEmpty() && seen.size() < LOOKS_MAX) {
            Offer then = offers.remove();
            if (then.from().slots.isEmpty()) {
                continue;
            }
            Offer now = offer(then.from(), then.place(), receiver);
            seen.add(now);
            best = best == null || now.gain() > best.gain() ? now : best;
            if (offers.isEmpty() || best.gain() >= offers.element().gain()) {
                break;
            }
        }
        offers.addAll(seen);
        if (best == null) {
            return false;
        }
        int slot = take(best.from());
        int[] voters = best.from().voters.clone();
        voters[best.place()] = receiver;
        insert(slot, voters);
        return true;
    }

    private PriorityQueue<Offer> offers(int receiver, int donor) {
        PriorityQueue<Offer> offers =
                new PriorityQueue<>(Comparator.comparingDouble(Offer::gain).reversed());
        for (SlotClass each : classes.values()) {
            int place = placeOf(donor, each.voters);
            if (place >= 0 && group.mayTake(receiver, place, each.voters)) {
                offers.add(offer(each, place, receiver));
            }
        }
        return offers;
    }

    private Offer offer(SlotClass from, int place, int receiver) {
        int[] voters = from.voters;
        double gain =
                levels.mixture(place, voters[place], voters)
                        - levels.mixture(place, receiver, voters);
        return new Offer(from, place, gain);
    }

    private static int placeOf(int node, int[] voters) {
        for (int place = 0; place < voters.length; place++) {
            if (voters[place] == node) {
                return place;
            }
        }
        return NONE;
    }

    /**
     * Changes orders of preference until none would make requests more even; voters stay. Preferred
     * nodes stay as well where that is as good: requests then go where they went.
     */
    void evenOutOrders() {
        if (group.voters() > 1) {
            levels.settlePartners();
            evenOutOrders(1);
            evenOutOrders(group.voters());
        }
    }

    /**
     * Changes orders in which one of the first so many voters becomes the preferred one.
     *
     * @param firstCount 1 if the preferred one stays
     */
    private void evenOutOrders(int firstCount) {
        boolean changed = true;
        for (int pass = 0; changed && pass < PASSES_MAX; pass++) {
            changed = false;
            for (SlotClass each : classes.values().toArray(SlotClass[]::new)) {
                while (!each.slots.isEmpty() && improveOrder(each, firstCount)) {
                    changed = true;
                }
            }
        }
    }

    /** Gives one slot of a class the best order there is, if that is a better one. */
    private boolean improveOrder(SlotClass from, int firstCount) {
        int[] voters = from.voters;
        levels.remove(voters);
        double least = levels.ofOrder(voters[0], voters[1]);
        int first = NONE;
        int second = NONE;
        for (int i = 0; i < firstCount; i++) {
            for (int j = 0; j < voters.length; j++) {
                if (i != j && levels.ofOrder(voters[i], voters[j]) < least - EPSILON) {
                    least = levels.ofOrder(voters[i], voters[j]);
                    first = i;
                    second = j;
                }
            }
        }
        levels.add(voters);
        if (first == NONE) {
            return false;
        }
        insert(take(from), ordered(voters, first, second));
        return true;
    }

    private static int[] ordered(int[] voters, int first, int second) {
        int[] order = new int[voters.length];
        order[0] = voters[first];
        order[1] = voters[second];
        int at = 2;
        for (int i = 0; i < voters.length; i++) {
            if (i != first && i != second) {
                order[at++] = voters[i];
            }
        }
        return order;
    }

    /** Writes the voters of all slots, by ids, into a table. */
    void writeTo(int[][] table) {
        for (SlotClass each : classes.values()) {
            int[] ids = new int[each.voters.length];
            for (int place = 0; place < ids.length; place++) {
                ids[place] = group.id(each.voters[place]);
            }
            each.slots.forEach(slot -> table[slot] = ids);
        }
    }
}

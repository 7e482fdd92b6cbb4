package io.paxosstore.node.placement;

import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A table of voters while it is decided. Every choice goes to whoever has least of what it should
 * have, ties to the lower number, so that the same input gives the same table everywhere. Not
 * thread-safe.
 */
final class Draft {
    private static final int NONE = -1;

    /** Smaller shortages are left alone: they are not worth moving data for. */
    private static final double SLACK = 0.005;

    private static final double SLACK_SLOTS_MIN = 2;

    /** What sums of fractions may lack of a whole slot. */
    private static final double FRACTION = 1e-6;

    /** Nodes that get slots take turns, in so many parts of their shares. */
    private static final double TURNS = 32;

    private final int voterCount;
    private final List<GroupDraft> groups;
    private final Map<Integer, GroupDraft> groupOfNode = new TreeMap<>();
    private final double capacity;

    Draft(List<NodeGroup> groups, int voterCount) {
        this.voterCount = voterCount;
        this.groups = groups.stream().map(GroupDraft::new).toList();
        this.capacity = this.groups.stream().mapToDouble(GroupDraft::capacity).sum();
        for (GroupDraft draft : this.groups) {
            for (int node = 0; node < draft.group().size(); node++) {
                groupOfNode.put(draft.group().id(node), draft);
            }
        }
    }

    /** Puts in all slots, as new ones. */
    void loadNew() {
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            emptiest().put(slot, emptySeats());
        }
    }

    /** Puts in all slots, each voter where it is, but for those that cannot stay. */
    void load(VoterTable table) {
        List<Integer> open = new ArrayList<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            GroupDraft home = homeOf(table.ids(slot));
            int[] seats = seats(table.ids(slot), home);
            if (home != null && Arrays.stream(seats).noneMatch(node -> node < 0)) {
                home.put(slot, seats);
            } else {
                open.add(slot);
            }
        }
        for (int slot : open) {
            GroupDraft home = homeOf(table.ids(slot));
            (home == null ? emptiest() : home).put(slot, seats(table.ids(slot), home));
        }
    }

    private int[] emptySeats() {
        int[] seats = new int[voterCount];
        Arrays.fill(seats, NONE);
        return seats;
    }

    /** The group that most of these nodes are in; null when it is none that can hold slots. */
    private @Nullable GroupDraft homeOf(int[] ids) {
        GroupDraft home = null;
        int most = 0;
        for (int id : ids) {
            GroupDraft draft = groupOfNode.get(id);
            if (draft == null) {
                continue;
            }
            int count = 0;
            for (int other : ids) {
                count += groupOfNode.get(other) == draft ? 1 : 0;
            }
            if (count > most) {
                most = count;
                home = draft;
            }
        }
        return home;
    }

    /** The nodes that can stay, each in its place, and empty places for the others. */
    private int[] seats(int[] ids, @Nullable GroupDraft home) {
        if (home == null) {
            return emptySeats();
        }
        NodeGroup group = home.group();
        int[] staying = new int[ids.length];
        Arrays.fill(staying, NONE);
        int count = 0;
        for (int place = 0; place < ids.length; place++) {
            int node = group.indexOf(ids[place]);
            if (node >= 0 && count < voterCount && group.mayTake(node, place, staying)) {
                staying[place] = node;
                count++;
            }
        }
        int[] seats = emptySeats();
        int tooMany = ids.length - voterCount;
        int at = seats.length - 1;
        for (int place = ids.length - 1; place >= 0; place--) {
            if (staying[place] == NONE && tooMany > 0) {
                tooMany--;
            } else {
                seats[Math.min(at, place)] = staying[place];
                at = Math.min(at, place) - 1;
            }
        }
        return seats;
    }

    private GroupDraft emptiest() {
        return Objects.requireNonNull(
                groups.stream().min(Comparator.comparingDouble(GroupDraft::fullness)).orElse(null),
                "there is a group");
    }

    /** How many slots a group should have. */
    private double quota(GroupDraft draft) {
        return Slots.COUNT * draft.capacity() / capacity;
    }

    private double shortage(GroupDraft draft) {
        return quota(draft) - draft.slotCount();
    }

    private static boolean isShort(double shortage, double quota) {
        return shortage > Math.max(SLACK_SLOTS_MIN, SLACK * quota);
    }

    /** Moves slots to groups that have too few of them, and no others. */
    void evenOutGroups() {
        List<GroupDraft> receivers =
                groups.stream().filter(draft -> isShort(shortage(draft), quota(draft))).toList();
        while (true) {
            GroupDraft receiver = null;
            for (GroupDraft each : receivers) {
                if (shortage(each) + FRACTION >= 1
                        && (receiver == null
                                || shortage(each) / quota(each)
                                        > shortage(receiver) / quota(receiver))) {
                    receiver = each;
                }
            }
            if (receiver == null) {
                return;
            }
            int slot = fullest().takeFullest();
            receiver.put(slot, emptySeats());
        }
    }

    private GroupDraft fullest() {
        return Objects.requireNonNull(
                groups.stream().max(Comparator.comparingDouble(GroupDraft::fullness)).orElse(null),
                "there is a group");
    }

    /** Gives slots to nodes that have too few of them, in their groups, and moves no others. */
    void evenOutNodes() {
        groups.forEach(Draft::evenOutNodes);
    }

    private static void evenOutNodes(GroupDraft draft) {
        SortedSet<Integer> receivers = new TreeSet<>();
        for (int node = 0; node < draft.group().size(); node++) {
            if (isShort(draft.shortage(node), draft.quota(node))) {
                receivers.add(node);
            }
        }
        while (!receivers.isEmpty()) {
            int receiver = receivers.getFirst();
            for (int node : receivers) {
                if (draft.shortage(node) / draft.quota(node)
                        > draft.shortage(receiver) / draft.quota(receiver)) {
                    receiver = node;
                }
            }
            int count = (int) Math.min(draft.shortage(receiver) + FRACTION, chunk(draft, receiver));
            if (count < 1 || !draft.give(receiver, count)) {
                receivers.remove(receiver);
            }
        }
    }

    private static double chunk(GroupDraft draft, int node) {
        return Math.ceil(draft.quota(node) / TURNS);
    }

    /** Changes orders of preference until requests are as even as they can be; voters stay. */
    void evenOutOrders() {
        groups.forEach(GroupDraft::evenOutOrders);
    }

    VoterTable table() {
        int[][] table = new int[Slots.COUNT][];
        groups.forEach(draft -> draft.writeTo(table));
        return VoterTable.taking(table);
    }
}

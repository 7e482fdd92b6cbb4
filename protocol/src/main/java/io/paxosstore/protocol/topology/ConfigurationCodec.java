package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;

/**
 * Configurations of slots as bytes; about 20 for three voters.
 *
 * <pre>
 *  configuration = u8 head, varint epoch, right, voter ..., [joint: varint id of a next voter ...]
 *  head          = bit 7: joint; bits 4 to 6: how many next voters; bits 0 to 2: how many voters
 *  right         = u8 place of the owner among the voters from 1, 0 for nobody; varint floor;
 *                  [with an owner: varint number - floor]
 *  voter         = varint id, varint epoch - since
 * </pre>
 *
 * <p>The voters of a joint configuration are the old ones, its right is the one before the change.
 * A next voter that is none of them joined in this epoch.
 */
public final class ConfigurationCodec {
    private static final int JOINT = 0x80;
    private static final int COUNT_MASK = 7;
    private static final int NEXT_SHIFT = 4;
    private static final int UNUSED_BITS = 0x08;

    private ConfigurationCodec() {}

    /** Appends one. */
    public static void put(SlotConfiguration configuration, ByteWriter out) {
        if (configuration instanceof SlotConfiguration.Stable stable) {
            out.putByte(stable.voters().size());
            putCommon(stable.epoch(), stable.right(), stable.voters(), out);
        } else if (configuration instanceof SlotConfiguration.Joint joint) {
            out.putByte(JOINT | (joint.next().size() << NEXT_SHIFT) | joint.old().size());
            putCommon(joint.epoch(), joint.before(), joint.old(), out);
            joint.next().forEach(voter -> out.putVarint(voter.node()));
        }
    }

    private static void putCommon(
            long epoch, StaticRight right, List<Voter> voters, ByteWriter out) {
        out.putVarint(epoch);
        out.putByte(VoterChecks.indexOf(right.owner(), voters) + 1).putVarint(right.least());
        if (right.owner() != StaticRight.NOBODY) {
            out.putVarint(right.number() - right.least());
        }
        for (Voter voter : voters) {
            out.putVarint(voter.node()).putVarint(epoch - voter.since());
        }
    }

    /**
     * Reads one.
     *
     * @throws MalformedBytesException when the bytes do not have the form of one
     * @throws IllegalArgumentException when what they say cannot be
     */
    public static SlotConfiguration get(ByteReader in) {
        int head = in.getByte();
        boolean isJoint = (head & JOINT) != 0;
        int nextCount = (head >> NEXT_SHIFT) & COUNT_MASK;
        int count = head & COUNT_MASK;
        if ((head & UNUSED_BITS) != 0
                || count > SlotConfiguration.VOTERS_MAX
                || nextCount > SlotConfiguration.VOTERS_MAX
                || (!isJoint && nextCount > 0)) {
            throw new MalformedBytesException(
                    "The configuration of a slot begins with " + head + ".");
        }
        long epoch = in.getVarint();
        int place = in.getByte();
        long floor = in.getVarint();
        long number = place == 0 ? 0 : floor + in.getVarint();
        List<Voter> voters = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            voters.add(new Voter(in.getIntVarint(), epoch - in.getVarint()));
        }
        if (place > count) {
            throw new MalformedBytesException(
                    "Voter " + place + " of " + count + " has the static right.");
        }
        int owner = place == 0 ? StaticRight.NOBODY : voters.get(place - 1).node();
        StaticRight right = new StaticRight(owner, number, floor);
        if (!isJoint) {
            return new SlotConfiguration.Stable(epoch, voters, right);
        }
        List<Voter> next = new ArrayList<>(nextCount);
        for (int i = 0; i < nextCount; i++) {
            int node = in.getIntVarint();
            int at = VoterChecks.indexOf(node, voters);
            next.add(at < 0 ? new Voter(node, epoch) : voters.get(at));
        }
        return new SlotConfiguration.Joint(epoch, voters, next, right);
    }
}

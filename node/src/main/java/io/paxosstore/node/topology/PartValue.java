package io.paxosstore.node.topology;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;

/** A version of a part of the topology. Immutable. */
public sealed interface PartValue {
    /** Which part. */
    Part part();

    /** Grows by one with every change of the part, from 1. */
    long version();

    /** What is stored. */
    byte[] encode();

    /** The head. */
    record Head(TopologyHead head) implements PartValue {
        @Override
        public Part part() {
            return Part.HEAD;
        }

        @Override
        public long version() {
            return head.version();
        }

        @Override
        public byte[] encode() {
            return TopologyCodec.encode(head);
        }
    }

    /** The plan. */
    record Moves(MovePlan plan) implements PartValue {
        @Override
        public Part part() {
            return Part.PLAN;
        }

        @Override
        public long version() {
            return plan.version();
        }

        @Override
        public byte[] encode() {
            return TopologyCodec.encode(plan);
        }
    }

    /** A page. */
    record Page(TopologyPage page) implements PartValue {
        @Override
        public Part part() {
            return Part.page(page.number());
        }

        @Override
        public long version() {
            return page.version();
        }

        @Override
        public byte[] encode() {
            return TopologyCodec.encode(page);
        }
    }

    /**
     * What is stored of a part.
     *
     * @throws MalformedBytesException if the bytes are none, or those of another part
     */
    static PartValue decode(Part part, byte[] bytes) {
        PartValue value =
                switch (part.index()) {
                    case 0 -> new Head(TopologyCodec.decodeHead(bytes));
                    case 1 -> new Moves(TopologyCodec.decodePlan(bytes));
                    default -> new Page(TopologyCodec.decodePage(bytes));
                };
        if (!value.part().equals(part)) {
            throw new MalformedBytesException(
                    "Page " + part.pageNumber() + " holds " + value.part() + ".");
        }
        return value;
    }
}

package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.PageDelta;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;

/** What a part of a TOPOLOGY_NEWS can be; servers write it by {@link TopologyCodec}. */
public sealed interface TopologyPart {
    /** The place of the byte that says what a part is, as in {@link TopologyCodec}. */
    int KIND_AT = 1;

    /** The nodes, and what else stands beside the pages. */
    record Head(TopologyHead head) implements TopologyPart {}

    /** A page as a whole. */
    record Page(TopologyPage page) implements TopologyPart {}

    /** What changed in a page. */
    record Delta(PageDelta delta) implements TopologyPart {}

    /**
     * The part that these bytes are.
     *
     * @throws MalformedBytesException when they are none of these; a later release may tell more
     */
    static TopologyPart decode(byte[] bytes) {
        int kind = bytes.length > KIND_AT ? bytes[KIND_AT] : 0;
        return switch (kind) {
            case 6 -> new Head(TopologyCodec.decodeHead(bytes));
            case 2 -> new Page(TopologyCodec.decodePage(bytes));
            case 3 -> new Delta(TopologyCodec.decodeDelta(bytes));
            default ->
                    throw new MalformedBytesException(
                            "Clients are told no part of the topology of kind " + kind + ".");
        };
    }
}

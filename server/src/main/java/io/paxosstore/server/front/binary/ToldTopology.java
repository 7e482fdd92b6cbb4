package io.paxosstore.server.front.binary;

import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.Request;

import java.util.ArrayList;
import java.util.List;

/** The versions of the topology's parts that one client holds, or is about to. Not thread-safe. */
final class ToldTopology {
    /** A frame is not longer, but for a part that is: it fits into the buffers of connections. */
    static final int BYTES_MAX = 96 << 10;

    private long headVersion;
    private final long[] pageVersions;

    /** What the client says it holds. */
    ToldTopology(Request.FollowTopology request) {
        headVersion = request.headVersion();
        pageVersions = request.pageVersions().stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * Parts that the client does not hold, which it is told now: as many as a frame takes, of pages
     * that it holds in another version only what changed.
     *
     * @return none when it holds everything
     */
    List<byte[]> next(Topology topology) {
        List<byte[]> parts = new ArrayList<>();
        int bytes = 0;
        if (topology.head().version() > headVersion) {
            byte[] part = TopologyCodec.encode(topology.head());
            headVersion = topology.head().version();
            bytes += part.length;
            parts.add(part);
        }
        for (TopologyPage page : topology.pages()) {
            if (page.version() > pageVersions[page.number()]) {
                byte[] part = sinceTold(page);
                if (!parts.isEmpty() && bytes + part.length > BYTES_MAX) {
                    return parts;
                }
                pageVersions[page.number()] = page.version();
                bytes += part.length;
                parts.add(part);
            }
        }
        return parts;
    }

    private byte[] sinceTold(TopologyPage page) {
        long version = pageVersions[page.number()];
        return version == 0
                ? TopologyCodec.encode(page)
                : TopologyCodec.encode(page.changesSince(version));
    }
}

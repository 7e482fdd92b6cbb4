package io.paxosstore.bench.proxy;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A proxy between every two nodes of a cluster. Every node reaches each other one through a port of
 * the mesh, because its own {@code cluster.nodes} says so. Thread-safe.
 */
public final class PeerMesh implements AutoCloseable {
    /** A direction. */
    private record Way(int from, int to) {}

    private final ClusterLayout layout;
    private final Map<Way, Link> links = new HashMap<>();
    private final Map<Way, Integer> ports = new HashMap<>();
    private final Map<Way, LinkProxy> proxies = new HashMap<>();

    private PeerMesh(ClusterLayout layout) {
        this.layout = layout;
    }

    /**
     * Opens a port for every two nodes, on the loopback interface.
     *
     * @param seed of the jitter of delays
     */
    public static PeerMesh open(ClusterLayout layout, long seed) throws IOException {
        PeerMesh mesh = new PeerMesh(layout);
        RandomSource random = new RandomSource(seed);
        int size = layout.nodes().size();
        List<Integer> free = new ArrayList<>(layout.furtherPorts(size * (size - 1)));
        for (int from : layout.ids()) {
            for (int to : layout.ids()) {
                if (from != to) {
                    mesh.links.put(new Way(from, to), new Link(random.fork()));
                    mesh.ports.put(new Way(from, to), free.removeLast());
                }
            }
        }
        try {
            for (Map.Entry<Way, Integer> one : mesh.ports.entrySet()) {
                Way way = one.getKey();
                LinkProxy proxy =
                        LinkProxy.open(
                                one.getValue(),
                                layout.node(way.to()).peerPort(),
                                mesh.link(way.from(), way.to()),
                                mesh.link(way.to(), way.from()));
                mesh.proxies.put(way, proxy);
            }
            return mesh;
        } catch (IOException e) {
            mesh.close();
            throw e;
        }
    }

    /** The cluster as one node must be told it: the others are behind the mesh. */
    public ClusterLayout seenBy(int id) {
        return layout.withPeerPorts(node ->
                node.id() == id
                        ? node.peerPort()
                        : Objects.requireNonNull(ports.get(new Way(id, node.id()))));
    }

    /** A direction between two different nodes. */
    public Link link(int from, int to) {
        Link link = links.get(new Way(from, to));
        if (link == null) {
            throw new IllegalArgumentException("no link from " + from + " to " + to);
        }
        return link;
    }

    /** All directions. */
    public List<Link> links() {
        return List.copyOf(links.values());
    }

    /** Breaks every connection between two nodes. */
    public void reset(int one, int other) {
        Objects.requireNonNull(proxies.get(new Way(one, other))).reset();
        Objects.requireNonNull(proxies.get(new Way(other, one))).reset();
    }

    @Override
    public void close() {
        proxies.values().forEach(LinkProxy::close);
    }
}

package io.paxosstore.cli.probe;

import io.paxosstore.protocol.wire.NodeAddress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks several nodes at the same time. */
public final class NodeProbes {
    private NodeProbes() {}

    /**
     * Asks the nodes at these addresses, then those that they name.
     *
     * @return every node by its id; if none answers, what was asked
     * @throws IllegalArgumentException with one sentence when one is no address
     */
    public static List<NodeProbe> ask(Collection<String> addresses) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (String address : addresses) {
            wanted.put(NodeProbe.checked(address.strip()), NodeProbe.UNKNOWN);
        }
        List<NodeProbe> seeds = askAll(wanted);
        Map<Integer, NodeProbe> known = new LinkedHashMap<>();
        seeds.stream().filter(NodeProbe::isReached).forEach(one -> known.put(one.nodeId(), one));
        Map<String, Integer> rest = new LinkedHashMap<>();
        for (NodeProbe one : seeds) {
            for (NodeAddress node : one.nodes()) {
                if (!known.containsKey(node.nodeId())) {
                    rest.put(node.hostAndPort(), node.nodeId());
                }
            }
        }
        if (known.isEmpty()) {
            return seeds;
        }
        askAll(rest).forEach(one -> known.put(one.nodeId(), one));
        return known.values().stream().sorted(Comparator.comparingInt(NodeProbe::nodeId)).toList();
    }

    private static List<NodeProbe> askAll(Map<String, Integer> addresses) {
        List<NodeProbe> probes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<NodeProbe>> asked = new ArrayList<>();
            addresses.forEach(
                    (address, id) -> asked.add(threads.submit(() -> NodeProbe.of(address, id))));
            for (Future<NodeProbe> one : asked) {
                probes.add(one.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a node cannot be asked", e);
        }
        return probes;
    }
}

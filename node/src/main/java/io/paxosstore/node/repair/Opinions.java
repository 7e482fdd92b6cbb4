package io.paxosstore.node.repair;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What nodes hold of one entity at one version, each as a number. A value is right when a majority
 * of all nodes holds it. Not thread-safe.
 */
final class Opinions {
    private final Map<Integer, Long> byNode = new TreeMap<>();
    private final int nodeCount;

    /**
     * @param nodeCount all nodes, those without an opinion too
     */
    Opinions(int nodeCount) {
        this.nodeCount = nodeCount;
    }

    void add(int nodeId, long value) {
        byNode.put(nodeId, value);
    }

    int count() {
        return byNode.size();
    }

    boolean areEqual() {
        return byNode.values().stream().distinct().count() <= 1;
    }

    /** A node that holds the majority's value; 0 when there is no majority. */
    int holder() {
        for (Map.Entry<Integer, Long> one : byNode.entrySet()) {
            long same = byNode.values().stream().filter(one.getValue()::equals).count();
            if (same > nodeCount / 2) {
                return one.getKey();
            }
        }
        return 0;
    }

    /** Those that hold something else than a majority does; none when there is no majority. */
    Set<Integer> wrong() {
        Set<Integer> wrong = new TreeSet<>();
        Long right = byNode.get(holder());
        if (right != null) {
            byNode.forEach((nodeId, value) -> {
                if (!right.equals(value)) {
                    wrong.add(nodeId);
                }
            });
        }
        return wrong;
    }

    /** Whether a node is known to hold what a majority does. */
    boolean isRight(int nodeId) {
        return holder() != 0 && byNode.containsKey(nodeId) && !wrong().contains(nodeId);
    }

    @Override
    public String toString() {
        StringBuilder all = new StringBuilder("{");
        byNode.forEach((nodeId, value) -> {
            all.append(all.length() > 1 ? ", " : "").append(nodeId).append('=');
            all.append(Long.toHexString(value));
        });
        return all.append('}').toString();
    }
}

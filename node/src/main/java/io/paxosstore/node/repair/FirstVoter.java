package io.paxosstore.node.repair;

import io.paxosstore.core.Placement;
import io.paxosstore.core.Voters;
import io.paxosstore.protocol.key.EntityKey;

import java.util.function.IntPredicate;

/**
 * Who of the voters of an entity does what one of them is to do: the first in the entity's order of
 * preference that can be reached, as seen here. On one shard's loop only.
 *
 * @param self the id of this node
 * @param isUp whether another node can be reached
 */
public record FirstVoter(Placement placement, int self, IntPredicate isUp) {
    /** Whether this node is the one. */
    public boolean isSelf(EntityKey key) {
        Voters voters = placement.configurationOf(key).voters();
        for (int place = 0; place < voters.count(); place++) {
            int node = voters.id(place);
            if (node == self) {
                return true;
            }
            if (isUp.test(node)) {
                return false;
            }
        }
        return false;
    }
}

package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.wire.NodeAddress;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** A name that stands for several nodes. */
final class AddressesTest {
    /** The first of them may be the only one that is down. */
    @Test
    void eachAttemptTakesTheNextOfANamesAddresses() throws UnknownHostException {
        InetAddress[] all = {address(1), address(2), address(3)};
        List<String> taken = new ArrayList<>();
        for (int turn = 0; turn < 4; turn++) {
            taken.add(Addresses.of(all, 7400, turn).getAddress().getHostAddress());
        }
        assertEquals(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.1"), taken);
    }

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    /** What broke off after it was used comes first again: others may be of no use. */
    @Test
    void theAddressThatWorkedIsTriedFirst() {
        Node node = new Node(new NodeAddress(NodeState.UNKNOWN_NODE, "nodes", 7400));
        node.onDown();
        assertEquals(1, node.addressTurn, "none came about");
        node.onReady();
        node.onDown();
        assertEquals(1, node.addressTurn, "one had come about");
        node.onDown();
        assertEquals(2, node.addressTurn);
    }
}

package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        for (int failures = 0; failures < 4; failures++) {
            taken.add(Addresses.of(all, 7400, failures).getAddress().getHostAddress());
        }
        assertEquals(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.1"), taken);
    }

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }
}

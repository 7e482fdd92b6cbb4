package io.paxosstore.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds TCP ports of the loopback interface that nobody listens on.
 *
 * <p>They are taken from below the range that systems give to outgoing connections (32768 on
 * Linux): while a replica is down, its port must not become the local end of somebody's connection.
 */
final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int LIMIT = 32_000;
    private static final int ATTEMPTS = 1_000;

    private FreePorts() {}

    /** Different free ports; each was free when it was looked at. */
    static List<Integer> find(int count) throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int attempt = 0; attempt < ATTEMPTS && ports.size() < count; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, LIMIT);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new IOException(
                    "found only %d of %d free ports from %d to %d"
                            .formatted(ports.size(), count, LOWEST, LIMIT - 1));
        }
        return ports;
    }

    /** Whether nobody listens on any of them. */
    static boolean areFree(List<Integer> ports) {
        return ports.stream().allMatch(FreePorts::isFree);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

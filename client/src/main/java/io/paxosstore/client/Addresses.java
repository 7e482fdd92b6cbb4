package io.paxosstore.client;

import io.paxosstore.protocol.wire.NodeAddress;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Addresses as users write them, and as sockets need them. */
final class Addresses {
    private Addresses() {}

    /**
     * Reads {@code host:port,host:port}; IPv6 addresses are in brackets.
     *
     * @throws IllegalArgumentException one sentence, if it is not of that form
     */
    static List<NodeAddress> parse(String text) {
        List<NodeAddress> addresses = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            addresses.add(parseOne(part.strip(), text));
        }
        return addresses;
    }

    private static NodeAddress parseOne(String part, String text) {
        int colon = part.lastIndexOf(':');
        int port = -1;
        try {
            port = colon < 1 ? -1 : Integer.parseInt(part.substring(colon + 1));
        } catch (NumberFormatException e) {
            port = -1;
        }
        String host = colon < 1 ? "" : part.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            host = "";
        }
        if (port < 1 || port > 65_535 || host.isBlank()) {
            throw new IllegalArgumentException(
                    "\"%s\" in \"%s\" is no address; write host:port,host:port with ports from 1 to"
                                    .formatted(part, text)
                            + " 65535.");
        }
        return new NodeAddress(NodeState.UNKNOWN_NODE, host, port);
    }

    /**
     * Finds an address of a host and gives it to the consumer, unresolved if there is none. A name
     * is looked up on a thread of its own, since that may block for seconds.
     *
     * @param turn which of them, if the name has several, as one that stands for all nodes has: 0
     *     for the first; it goes on with the first behind the last
     */
    static void resolve(String host, int port, int turn, Consumer<InetSocketAddress> consumer) {
        if (isLiteral(host)) {
            consumer.accept(lookUp(host, port, turn));
            return;
        }
        Thread thread =
                new Thread(
                        () -> consumer.accept(lookUp(host, port, turn)),
                        "paxosstore-resolve-" + host);
        thread.setDaemon(true);
        thread.start();
    }

    private static InetSocketAddress lookUp(String host, int port, int turn) {
        try {
            return of(InetAddress.getAllByName(host), port, turn);
        } catch (UnknownHostException e) {
            return InetSocketAddress.createUnresolved(host, port);
        }
    }

    /** The one of a host's addresses whose turn it is. */
    static InetSocketAddress of(InetAddress[] all, int port, int turn) {
        return new InetSocketAddress(all[Math.floorMod(turn, all.length)], port);
    }

    /** Whether the host is written as a number, so that no name service is asked. */
    private static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0
                || host.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.');
    }
}

package io.paxosstore.cli.top;

/**
 * Where a node is.
 *
 * @param host name or address
 */
record NodePlace(int id, String host, int clientPort, int adminPort) {
    private static final int PORT_MAX = 65_535;

    /** Where clients reach it, as host:port. */
    String clientAddress() {
        return address(clientPort);
    }

    /** Where its console is, as host:port. */
    String adminAddress() {
        return address(adminPort);
    }

    /** Whether there can be a node. */
    boolean isReal() {
        return id > 0 && !host.isEmpty() && isPort(clientPort) && isPort(adminPort);
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= PORT_MAX;
    }

    private String address(int port) {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}

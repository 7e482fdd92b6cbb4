package io.paxosstore.server.node;

import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.config.Settings;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Opens a node's ports, and says in one sentence why one cannot be opened. */
final class Ports {
    private final Configuration configuration;

    Ports(Configuration configuration) {
        this.configuration = configuration;
    }

    /** Opens a port. */
    interface Opening {
        void at(InetSocketAddress address) throws Exception;
    }

    /**
     * Tries all ports before anything is made: a directory that a start leaves behind without ever
     * having served looks like a store.
     */
    void check() throws StartException {
        ClusterMember self = configuration.self();
        bind("admin", self.adminPort(), Ports::tryOut);
        bind("peer", self.peerPort(), Ports::tryOut);
        bind("client", self.clientPort(), Ports::tryOut);
        if (configuration.get(RedisSettings.ENABLED)) {
            int offset = configuration.get(RedisSettings.PORT_OFFSET);
            bind("redis", self.clientPort() + offset, Ports::tryOut);
        }
    }

    private static void tryOut(InetSocketAddress address) throws IOException {
        try (ServerSocket tried = new ServerSocket()) {
            tried.setReuseAddress(true);
            tried.bind(address);
        }
    }

    void bind(String name, int port, Opening opening) throws StartException {
        String host = configuration.get(Settings.NODE_BIND);
        if (host.isEmpty()) {
            host = configuration.self().host();
        }
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new StartException(
                    "The host '"
                            + host
                            + "' is not known; correct this node's address, or set node.bind.");
        }
        try {
            opening.at(address);
        } catch (Exception e) {
            String why = String.valueOf(e.getMessage());
            boolean taken = why.contains("in use");
            throw new StartException(
                    "Port "
                            + port
                            + " ("
                            + name
                            + " port) of "
                            + host
                            + (taken
                                    ? " is in use already; stop what uses it or change"
                                            + " cluster.nodes."
                                    : " cannot be opened: " + why + "."),
                    e);
        }
    }
}

package io.paxosstore.server.config;

/**
 * The client port of a node of which nothing else is known.
 *
 * @param host name or address
 */
public record Contact(String host, int port) {
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}

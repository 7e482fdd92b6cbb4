package io.paxosstore.server.peer;

import io.paxosstore.node.peer.PeerHello;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The greetings that this node has under way: the node that received one asks at this node's
 * configured address whether it is this node's own. Thread-safe.
 */
final class Greetings {
    /** A greeting and the node it went to. */
    private record UnderWay(int to, PeerHello greeting) {}

    private final SecureRandom random = new SecureRandom();
    private final Map<Long, UnderWay> underWay = new ConcurrentHashMap<>();

    /** A number that nobody can guess. */
    long nonce() {
        return random.nextLong();
    }

    /** A greeting goes out. */
    void begin(int to, PeerHello greeting) {
        underWay.put(greeting.nonce(), new UnderWay(to, greeting));
    }

    /** Its handshake is over. */
    void end(long nonce) {
        underWay.remove(nonce);
    }

    /** The greeting with this number, if it is under way to the node that asks; else null. */
    @Nullable PeerHello of(long nonce, int asker) {
        UnderWay found = underWay.get(nonce);
        return found == null || found.to() != asker ? null : found.greeting();
    }
}

package io.paxosstore.server.peer;

import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;

import java.util.UUID;

/** Frames of the handshake, as somebody who is not the node would send them. */
public final class Greeting {
    private Greeting() {}

    /** A HELLO in which everything is right that can be known from outside, to shard 0. */
    public static byte[] hello(
            Configuration node, long configEpoch, UUID storeId, int incarnation, long nonce) {
        return PeerFrames.greeting(
                PeerFrames.HELLO,
                new PeerHello(
                        node.get(Settings.CLUSTER_ID),
                        configEpoch,
                        node.clusterSettings(),
                        node.get(Settings.NODE_ID),
                        storeId,
                        incarnation,
                        0,
                        node.get(Settings.SHARDS),
                        0,
                        nonce,
                        Standing.WHOLE,
                        new Remembered(true, new UUID(4, 4), 1, false, false),
                        PeerHello.FEATURES,
                        Lives.NONE));
    }
}

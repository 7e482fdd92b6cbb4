package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.front.binary.ClientPort;
import io.paxosstore.server.peer.FirstFrame;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The nodes' own decoder reads what hostile peers send. */
final class PeerGreetingsTest {
    private static final int DRAWS = 2_000;
    private static final ClusterLayout LAYOUT =
            new ClusterLayout(
                    List.of(
                            new ClusterLayout.Node(1, 7001, 7002, 7003),
                            new ClusterLayout.Node(2, 7011, 7012, 7013),
                            new ClusterLayout.Node(3, 7021, 7022, 7023)));

    private final RandomSource random = new RandomSource(1);
    private final PeerGreetings greetings = PeerGreetings.of(LAYOUT, 1);

    @Test
    void whatIsNotAlteredIsRead() {
        assertEquals(FirstFrame.READ, FirstFrame.of(greetings.hello(random)));
        assertEquals(FirstFrame.READ, FirstFrame.of(greetings.confirm(random)));
    }

    /** Else it would be refused before anything of it is looked at closely. */
    @Test
    void itSaysWhatANodeExpectsOfAnother() throws Exception {
        Configuration receiver =
                new ConfigurationLoader()
                        .yaml(LAYOUT.configuration(1, Path.of("data")), "node 1")
                        .environment(System.getenv())
                        .load();
        PeerHello hello = FirstFrame.hello(greetings.hello(random));
        assertEquals(receiver.get(Settings.CLUSTER_ID), hello.clusterId());
        assertEquals(ClientPort.CONFIG_EPOCH, hello.configEpoch());
        assertEquals(2, hello.nodeId());
        assertEquals(receiver.get(Settings.SHARDS), hello.shardCount());
        assertTrue(hello.shard() < hello.shardCount());
        assertEquals(receiver.clusterSettings(), hello.settings());
        assertEquals(PeerHello.FEATURES, hello.features());
        PeerHello second = FirstFrame.hello(PeerGreetings.of(LAYOUT, 2).hello(random));
        assertEquals(1, second.nodeId(), "not the receiver itself");
    }

    @Test
    void whatIsAlteredMostlyPassesTheChecksumAndFailsInEveryWay() {
        Map<FirstFrame, Integer> ends = new EnumMap<>(FirstFrame.class);
        for (int draw = 0; draw < DRAWS; draw++) {
            ends.merge(FirstFrame.of(greetings.draw(random)), 1, Integer::sum);
        }
        assertEquals(FirstFrame.values().length, ends.size(), ends::toString);
        int behindTheChecksum =
                ends.getOrDefault(FirstFrame.READ, 0) + ends.getOrDefault(FirstFrame.MALFORMED, 0);
        assertTrue(behindTheChecksum > DRAWS / 2, ends::toString);
    }
}

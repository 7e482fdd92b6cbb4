package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** {@code node.id: hostname-ordinal}. */
final class HostOrdinalTest {
    private static final String CONFIGURATION =
            """
            cluster.nodes: "1=a:7400,2=b:7400,3=c:7400"
            node: {id: hostname-ordinal, directory: data}
            """;

    private static ConfigurationLoader on(String host) {
        return ConfigurationLoader.onHost(host).yaml(CONFIGURATION, "f");
    }

    @ParameterizedTest
    @CsvSource({"paxosstore-0, 1", "a-b-2, 3", "paxosstore-1.nodes.db.svc.cluster.local, 2"})
    void aNodeIsOneMoreThanItsPodsNumber(String host, int id) throws Exception {
        assertEquals(id, on(host).load().get(Settings.NODE_ID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"db1", "paxosstore", "paxosstore-a", "paxosstore-", "db.local-1"})
    void aHostWithoutNumberIsAMistake(String host) {
        List<String> problems =
                assertThrows(ConfigurationException.class, () -> on(host).load()).problems();
        assertEquals(
                List.of(
                        "node.id: hostname-ordinal is for hosts whose names end with - and a"
                                + " number, such as paxosstore-0; this one is called '"
                                + host
                                + "'. Write the id of this node instead."),
                problems);
    }

    @Test
    void aPodBeyondTheFoundersIsNone() {
        List<String> problems =
                assertThrows(ConfigurationException.class, () -> on("paxosstore-3").load())
                        .problems();
        assertEquals(List.of("node.id: 4 is not among the ids of cluster.nodes."), problems);
    }

    @Test
    void theKernelKnowsTheName() throws Exception {
        assertFalse(HostOrdinal.hostName().isEmpty());
    }
}

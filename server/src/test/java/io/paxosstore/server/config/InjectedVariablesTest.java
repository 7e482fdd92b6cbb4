package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** What others put into a server's environment, and what only looks like it. */
final class InjectedVariablesTest {
    private static final String CONFIGURATION =
            "{cluster.nodes: [{id: 1, host: localhost, client-port: 7400}], node.id: 1,"
                    + " node.directory: data}";

    private static ConfigurationLoader loader(Map<String, String> environment) {
        return new ConfigurationLoader().yaml(CONFIGURATION, "f").environment(environment);
    }

    /** What a kubelet sets for a service with the ports `clients` and `redis`. */
    @ParameterizedTest
    @ValueSource(strings = {"PAXOSSTORE", "PAXOSSTORE_X", "PAXOSSTORE_REDIS", "PAXOSSTORE_NODE"})
    void aServerStartsBesideAServiceOfItsName(String service) throws Exception {
        Configuration configuration =
                loader(
                                Map.of(
                                        service + "_SERVICE_HOST", "10.0.0.1",
                                        service + "_SERVICE_PORT", "7400",
                                        service + "_SERVICE_PORT_CLIENTS", "7400",
                                        service + "_SERVICE_PORT_REDIS_TLS", "7403",
                                        service + "_PORT", "tcp://10.0.0.1:7400",
                                        service + "_PORT_7400_TCP", "tcp://10.0.0.1:7400",
                                        service + "_PORT_7400_TCP_PROTO", "tcp",
                                        service + "_PORT_7400_TCP_PORT", "7400",
                                        service + "_PORT_7400_TCP_ADDR", "10.0.0.1"))
                        .load();
        assertEquals(1, configuration.get(Settings.NODE_ID));
    }

    @ParameterizedTest
    @CsvSource({
        "PAXOSSTORE_SERVICE_HOST, fd00:10:96::1",
        "PAXOSSTORE_PORT, tcp://[fd00:10:96::1]:7400",
        "PAXOSSTORE_PORT_53_UDP, udp://10.0.0.1:53",
        "PAXOSSTORE_PORT_53_UDP_PROTO, udp",
        "PAXOSSTORE_PORT_53_UDP_PORT, 53",
        "PAXOSSTORE_PORT_53_UDP_ADDR, fd00:10:96::1",
        "PAXOSSTORE_PORT_7400_TCP_START, tcp://172.17.0.2:7400",
        "PAXOSSTORE_PORT_7400_TCP_PORT_END, 7403",
        "PAXOSSTORE_NAME, /web/paxosstore",
    })
    void otherFormsAreKnown(String name, String value) {
        assertTrue(new InjectedVariables(Map.of(name, value)).contains(name));
    }

    @ParameterizedTest
    @CsvSource({
        // the name of one, but not its value
        "PAXOSSTORE_SERVICE_HOST, db1",
        "PAXOSSTORE_PORT, 7400",
        "PAXOSSTORE_ADMIN_PORT, 7402",
        "PAXOSSTORE_PORT, http://10.0.0.1:7400",
        "PAXOSSTORE_PORT_7400_TCP, 7400",
        "PAXOSSTORE_PORT_7400_TCP_PROTO, http",
        "PAXOSSTORE_PORT_7400_TCP_ADDR, localhost",
        "PAXOSSTORE_NAME, orders",
        // the value of one, but not its name
        "PAXOSSTORE_SERVICE_HOSTS, 10.0.0.1",
        "PAXOSSTORE_HOST, 10.0.0.1",
        "PAXOSSTORE_PORTS, tcp://10.0.0.1:7400",
        "PAXOSSTORE_PORT_CLIENT_TCP, tcp://10.0.0.1:7400",
        "PAXOSSTORE_PORT_7400_HTTP, tcp://10.0.0.1:7400",
        "PAXOSSTORE_SERVER_SHARD, 1",
        "PAXOSSTORES_PORT, tcp://10.0.0.1:7400",
        "PAXOSSTORE_service_port, 7400",
    })
    void whatOnlyLooksLikeOneStaysAMistake(String name, String value) {
        assertFalse(new InjectedVariables(Map.of(name, value)).contains(name));
        if (name.startsWith(Configuration.ENVIRONMENT_PREFIX)) {
            List<String> problems =
                    assertThrows(
                                    ConfigurationException.class,
                                    () -> loader(Map.of(name, value)).load())
                            .problems();
            assertEquals(1, problems.size(), problems.toString());
            assertTrue(problems.getFirst().contains(name), problems.toString());
        }
    }

    /** Docker copies the variables of a linked container; only beside the link's own name. */
    @Test
    void variablesOfALinkedContainerNeedTheLink() {
        String copied = "PAXOSSTORE_ENV_MALLOC_ARENA_MAX";
        assertFalse(new InjectedVariables(Map.of(copied, "2")).contains(copied));
        assertTrue(
                new InjectedVariables(Map.of(copied, "2", "PAXOSSTORE_NAME", "/web/paxosstore"))
                        .contains(copied));
        assertFalse(
                new InjectedVariables(Map.of(copied, "2", "PAXOSSTORE_B_NAME", "/web/b"))
                        .contains(copied));
    }

    /** Whatever its value looks like: a wrong one is told, a right one is taken. */
    @Test
    void noSettingIsSwallowed() {
        for (Setting<?> setting : Settings.ALL) {
            String name = setting.environmentName();
            for (String value :
                    List.of("10.0.0.1", "7400", "tcp://10.0.0.1:7400", "tcp", "/web/paxosstore")) {
                assertFalse(
                        new InjectedVariables(Map.of(name, value)).contains(name),
                        name + " has the shape of an injected variable");
            }
        }
        ConfigurationException refused =
                assertThrows(
                        ConfigurationException.class,
                        () ->
                                loader(Map.of("PAXOSSTORE_REDIS_PORT_OFFSET", "tcp://10.0.0.1:1"))
                                        .load());
        assertTrue(refused.problems().getFirst().startsWith("redis.port-offset:"));
    }
}

package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

final class ConfigurationLoaderTest {
    private static final String YAML =
            """
            cluster:
              id: example
              nodes:
                - {id: 1, host: 10.0.0.1, client-port: 7400}
                - {id: 2, host: 10.0.0.2, client-port: 7400, peer-port: 9001, admin-port: 9002}
                - {id: 3, host: 10.0.0.3, client-port: 7400}
            node:
              id: 2
              directory: /var/lib/paxosstore
            server:
              shards: 4
            peer.lazy-delay: 7ms
            """;

    @TempDir private Path directory;

    private static ConfigurationLoader loader() {
        return new ConfigurationLoader().yaml(YAML, "node.yaml");
    }

    private static List<String> problems(ConfigurationLoader loader) {
        return assertThrows(ConfigurationException.class, loader::load).problems();
    }

    private static void assertProblem(String expected, ConfigurationLoader loader) {
        assertEquals(List.of(expected), problems(loader));
    }

    /** To some readers of YAML it is a truth. */
    @Test
    void onIsAWord() throws Exception {
        Configuration configuration = loader().yaml("topology.balance: on", "more.yaml").load();
        assertEquals("on", configuration.get(PlacementSettings.BALANCE));
    }

    @Test
    void readsNestedAndDottedKeys() throws Exception {
        Configuration configuration = loader().load();
        assertEquals("example", configuration.get(Settings.CLUSTER_ID));
        assertEquals(4, configuration.get(Settings.SHARDS));
        assertEquals(Duration.ofMillis(7), configuration.get(PeerSettings.LAZY_DELAY));
        assertEquals(Path.of("/var/lib/paxosstore"), configuration.get(Settings.NODE_DIRECTORY));
        assertEquals(new ClusterMember(2, "10.0.0.2", 7400, 9001, 9002), configuration.self());
        assertEquals(
                "1=10.0.0.1:7400,2=10.0.0.2:7400:9001:9002,3=10.0.0.3:7400",
                Settings.CLUSTER_NODES.format(configuration.get(Settings.CLUSTER_NODES)));
    }

    @Test
    void laterSourcesWin() throws Exception {
        Configuration configuration =
                loader().environment(
                                Map.of(
                                        "PAXOSSTORE_SERVER_SHARDS", "5",
                                        "PAXOSSTORE_PEER_LAZY_DELAY", "8ms",
                                        "PAXOSSTORE_JVM_OPTS", "-Xmx1g",
                                        "PAXOSSTORE_SERVER_JVM_OPTS", "-Xmx1g",
                                        "PATH", "/bin"))
                        .flag("server.shards=6")
                        .load();
        assertEquals(6, configuration.get(Settings.SHARDS));
        assertEquals(Duration.ofMillis(8), configuration.get(PeerSettings.LAZY_DELAY));
        String printed = configuration.print();
        assertTrue(line(printed, "server.shards:").endsWith("# flag"), printed);
        assertTrue(line(printed, "peer.lazy-delay:").endsWith("# environment"), printed);
        assertTrue(line(printed, "cluster.id:").endsWith("# file"), printed);
        assertTrue(line(printed, "peer.sockets:").endsWith("# default"), printed);
        assertTrue(
                line(printed, "entities.cache-bytes:").contains("# not set: a 32nd of"), printed);
    }

    @Test
    void secretsAreNotPrinted() throws Exception {
        String printed = loader().flag("redis.password=hunter2").load().print();
        assertFalse(printed.contains("hunter2"), printed);
        assertTrue(
                line(printed, "redis.password:")
                        .matches("redis.password: +\\(not shown\\) +# flag"),
                printed);
        String without = loader().load().print();
        assertTrue(line(without, "redis.password:").matches("redis.password: +# .*"), without);
    }

    private static String line(String printed, String start) {
        return printed.lines().filter(line -> line.startsWith(start)).findFirst().orElse("");
    }

    @Test
    void readsNodesFromOneLine() throws Exception {
        Configuration configuration =
                loader().flag("cluster.nodes=1=a:1000,2=[::1]:2000:3000:4000,3=c:5000").load();
        assertEquals(
                List.of(
                        new ClusterMember(1, "a", 1000, 1001, 1002),
                        new ClusterMember(2, "::1", 2000, 3000, 4000),
                        new ClusterMember(3, "c", 5000, 5001, 5002)),
                configuration.get(Settings.CLUSTER_NODES));
        assertEquals("[::1]:2000", configuration.self().clientAddress());
    }

    @Test
    void nodesCompareClusterSettingsAlone() throws Exception {
        SortedMap<String, String> settings = loader().load().clusterSettings();
        assertEquals(settings, loader().flag("node.id=3").load().clusterSettings());
        assertEquals(settings, loader().flag("peer.sockets=2").load().clusterSettings());
        assertEquals(
                settings,
                loader().flag("cluster.nodes=1=x:1,2=y:2,3=z:3").load().clusterSettings());
        assertNotEquals(settings, loader().flag("server.shards=5").load().clusterSettings());
        assertNotEquals(
                settings,
                loader().flag("cluster.nodes=1=x:1,2=y:2,4=z:3")
                        .flag("node.id=1")
                        .load()
                        .clusterSettings());
    }

    @Test
    void unknownKeySuggestsTheNearest() {
        assertProblem(
                "There is no setting server.shard; did you mean server.shards?",
                loader().flag("server.shard=1"));
        assertProblem(
                "There is no setting server.shrads; did you mean server.shards?",
                loader().yaml("server: {shrads: 1}", "f"));
        assertProblem(
                "There is no setting something.else.entirely; docs/configuration.md lists them"
                        + " all.",
                loader().flag("something.else.entirely=1"));
        assertProblem(
                "There is no environment variable PAXOSSTORE_SERVER_SHARD; did you mean"
                        + " PAXOSSTORE_SERVER_SHARDS?",
                loader().environment(Map.of("PAXOSSTORE_SERVER_SHARD", "1")));
        assertProblem(
                "There is no environment variable PAXOSSTORE_LOG_LEVLE; did you mean"
                        + " PAXOSSTORE_LOG_LEVEL?",
                loader().environment(Map.of("PAXOSSTORE_LOG_LEVLE", "DEBUG")));
    }

    @Test
    void aDurationThatIsTooLongIsAProblemLikeAnyOther() {
        assertProblem(
                "client.answer-timeout: '2600000h' is too long; a duration has at most 292 years.",
                loader().flag("client.answer-timeout=2600000h"));
    }

    /** Logging reads it by itself, and would take what it does not know for DEBUG. */
    @Test
    void aLevelOfTheLogThatThereIsNotIsRefused() throws Exception {
        for (String level : List.of("INFOS", "", "warning")) {
            assertProblem(
                    "PAXOSSTORE_LOG_LEVEL: '"
                            + level
                            + "' is no level of the log; write ERROR, WARN, INFO, DEBUG or OFF.",
                    loader().environment(Map.of("PAXOSSTORE_LOG_LEVEL", level)));
        }
        for (String level : List.of("ERROR", "WARN", "info", "Debug", "TRACE", "ALL", "off")) {
            loader().environment(Map.of("PAXOSSTORE_LOG_LEVEL", level)).load();
        }
    }

    @Test
    void wrongTypesAreNamed() {
        assertProblem(
                "server.shards: 'many' is not a whole number; write digits only, such as 4.",
                loader().yaml("server: {shards: many}", "f"));
        assertProblem(
                "server.shards: expected a whole number, but a list is given.",
                loader().yaml("server: {shards: [1, 2]}", "f"));
        assertProblem(
                "server.shards: expected a whole number, but a map of values is given.",
                loader().yaml("server: {shards: {a: 1}}", "f"));
        assertProblem("server.shards: no value is given.", loader().yaml("server.shards:", "f"));
        assertProblem(
                "peer.lazy-delay: '5' is not a duration; write a number with a unit: us, ms, s, m"
                        + " or h, such as 5ms.",
                loader().yaml("peer.lazy-delay: 5", "f"));
        assertProblem(
                "limits.value-bytes: 'big' is not a size; write a number with a unit: B, KiB, MiB"
                        + " or GiB, such as 64MiB.",
                loader().flag("limits.value-bytes=big"));
        assertProblem(
                "server.epoll: 'yes' is not true or false; write true or false.",
                loader().flag("server.epoll=yes"));
        assertProblem(
                "cluster.id: 'My Cluster' is not a name; use 1 to 64 of a-z, 0-9, _ and -.",
                loader().flag("cluster.id=My Cluster"));
    }

    @Test
    void rangesAreNamed() {
        assertProblem(
                "server.shards: 65 is out of range; it must be between 1 and 64.",
                loader().flag("server.shards=65"));
        assertProblem(
                "peer.lazy-delay: 2s is out of range; it must be between 0s and 1s.",
                loader().flag("peer.lazy-delay=2s"));
        assertProblem(
                "limits.key-bytes: 1MiB is out of range; it must be between 1B and 32KiB.",
                loader().flag("limits.key-bytes=1MiB"));
    }

    @Test
    void settingsMustFitTogether() {
        assertProblem(
                "peer.reconnect-min: 5s must not be above peer.reconnect-max, which is 250ms.",
                loader().flag("peer.reconnect-min=5s"));
        assertProblem(
                "entities.memtable-bytes: 48MiB must not be above entities.cache-bytes, which is"
                        + " 2MiB.",
                loader().flag("entities.cache-bytes=2MiB"));
        assertProblem(
                "node.id: 9 is not among the ids of cluster.nodes.", loader().flag("node.id=9"));
    }

    @Test
    void nodesAreChecked() {
        assertProblem(
                "cluster.nodes: 2 nodes are given; a cluster has 1, 3 or 5.",
                loader().flag("cluster.nodes=1=a:1,2=b:2"));
        assertProblem(
                "cluster.nodes: node id 2 is given twice; ids must differ.",
                loader().flag("cluster.nodes=1=a:1,2=b:2,2=c:3"));
        assertProblem(
                "cluster.nodes: 'nonsense' is not a node; write id=host:client-port, such as"
                        + " 1=localhost:7400.",
                loader().flag("cluster.nodes=nonsense"));
        assertProblem(
                "cluster.nodes: port 70000 of node 2 is out of range 1 to 65535.",
                loader().flag("cluster.nodes=1=a:1,2=b:70000,3=c:3"));
        assertProblem(
                "cluster.nodes: a node has no key 'port'; the keys are id, host, client-port,"
                        + " peer-port, admin-port, zone, mini-cluster.",
                loader().yaml("cluster: {nodes: [{id: 1, host: a, port: 5}]}", "f"));
        assertProblem(
                "cluster.nodes: each node needs an id, a host and a client-port.",
                loader().yaml("cluster: {nodes: [{id: 1, host: a}]}", "f"));
        assertProblem(
                "cluster.nodes: the id 'x' of a node is not a whole number.",
                loader().yaml("cluster: {nodes: [{id: x, host: a, client-port: 1}]}", "f"));
    }

    @Test
    void requiredSettingsAreNamed() {
        List<String> problems = problems(new ConfigurationLoader());
        assertEquals(3, problems.size());
        assertEquals(
                "node.id: a value is required; set it in the file, by PAXOSSTORE_NODE_ID or by"
                        + " --set node.id=...",
                problems.get(1));
    }

    @Test
    void filesAreChecked() {
        assertProblem(
                "There is no configuration file /nowhere/node.yaml.",
                loader().file(Path.of("/nowhere/node.yaml")));
        assertProblem(
                "node.yaml must be a map of settings, such as 'node: {id: 1}'.",
                loader().yaml("- 1\n- 2\n", "node.yaml"));
        String broken = problems(loader().yaml("a: [1, 2\nb: 3", "node.yaml")).getFirst();
        assertTrue(broken.startsWith("node.yaml is not valid YAML: "), broken);
        assertTrue(broken.endsWith("(line 2)."), broken);
        String tab = problems(loader().yaml("node:\n\tid: 1\n", "node.yaml")).getFirst();
        assertTrue(tab.contains("found character '\\t(TAB)'"), tab);
        assertTrue(tab.endsWith("(line 2)."), tab);
        String twice = problems(loader().yaml("a: 1\na: 2\n", "node.yaml")).getFirst();
        assertTrue(twice.startsWith("node.yaml is not valid YAML: "), twice);
        assertProblem("'novalue' is no setting; write --set key=value.", loader().flag("novalue"));
    }

    /** What the file would have given is not said to be missing. */
    @Test
    void aFileThatIsNotReadIsTheOnlyProblem() throws Exception {
        Path file = directory.resolve("node.yaml");
        Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xe4});
        assertProblem(
                "The configuration file " + file + " is not UTF-8; save it as that.",
                new ConfigurationLoader().file(file));
        assertEquals(1, problems(new ConfigurationLoader().yaml("- 1", "f")).size());
        assertEquals(1, problems(new ConfigurationLoader().yaml("a: [", "f")).size());
    }

    @Test
    void ofTwoDocumentsNoneIsPassedOver() {
        assertProblem(
                "f holds more than one document; leave one, without '---' (line 3).",
                loader().yaml("server.shards: 2\n---\nserver.shards: 3\n", "f"));
    }

    @Test
    void aSettingIsGivenOnceInEitherForm() {
        assertProblem(
                "server.shards: it is given twice, once as one word with dots.",
                loader().yaml("server: {shards: 2}\nserver.shards: 3\n", "f"));
    }

    @Test
    void aGroupIsNoSetting() throws Exception {
        assertProblem(
                "peer: settings such as peer.sockets belong beneath it, but a list is given.",
                loader().yaml("peer: [{sockets: 2}]", "f"));
        assertProblem(
                "redis: settings such as redis.enabled belong beneath it, but 'true' is given.",
                loader().yaml("redis: true", "f"));
        assertEquals(4, loader().yaml("server:\n#  shards: 5\n", "f").load().get(Settings.SHARDS));
    }

    /** To a reader of YAML these are numbers. */
    @Test
    void wordsAreTakenAsTheyAreWritten() throws Exception {
        for (String password : List.of("0123", "1e3", "12_000", "0x1F", "1.10")) {
            Configuration configuration =
                    loader().yaml("redis: {password: " + password + "}", "f").load();
            assertEquals(password, configuration.get(RedisSettings.PASSWORD));
        }
    }

    @Test
    void portsOfNodesOnOneHostDiffer() {
        assertProblem(
                "cluster.nodes: nodes 1 and 3 both have port 7402 of host a; a node has its client"
                        + " port and the two after it, unless it says others.",
                loader().flag("cluster.nodes=1=a:7400,2=b:7400,3=a:7402"));
        assertProblem(
                "cluster.nodes: client port, peer port and admin port of node 1 must differ; 7400,"
                        + " 7400 and 7402 are given.",
                loader().flag("cluster.nodes=1=a:7400:7400:7402"));
    }

    @Test
    void thePortForRedisIsOneOfItsOwn() throws Exception {
        assertProblem(
                "redis.port-offset: 1601 and client port 7400 make 9001 this node's port for"
                        + " clients of Redis, which is its peer port.",
                loader().flag("redis.enabled=true").flag("redis.port-offset=1601"));
        assertProblem(
                "redis.port-offset: 60000 and client port 7400 make 67400 this node's port for"
                        + " clients of Redis, which is out of range 1 to 65535.",
                loader().flag("redis.enabled=true").flag("redis.port-offset=60000"));
        loader().flag("redis.port-offset=60000").load();
    }

    @Test
    void allProblemsAreListedAtOnce() {
        List<String> problems =
                problems(
                        new ConfigurationLoader()
                                .yaml("server: {shards: many, nonsense-of-mine: 1}", "f")
                                .flag("peer.sockets=99"));
        assertEquals(6, problems.size(), problems.toString());
    }

    @Test
    void foundersMayHaveZonesAndMiniClusters() throws Exception {
        String text = "1=a:7400@east,2=b:7400:7500:7600@west/3,3=[::1]:7400";
        Configuration configuration = loader().flag("cluster.nodes=" + text).load();
        List<ClusterMember> members = configuration.get(Settings.CLUSTER_NODES);
        assertEquals("east", members.get(0).zone());
        assertEquals(new ClusterMember(2, "b", 7400, 7500, 7600, "west", 3), members.get(1));
        assertEquals("default", members.get(2).node().zone());
        assertEquals(text, Settings.CLUSTER_NODES.format(members));
        assertEquals(
                members,
                loader().yaml(
                                """
                                cluster:
                                  nodes:
                                    - {id: 1, host: a, client-port: 7400, zone: east}
                                    - {id: 2, host: b, client-port: 7400, peer-port: 7500,
                                       admin-port: 7600, zone: west, mini-cluster: 3}
                                    - {id: 3, host: "::1", client-port: 7400}
                                """,
                                "zones")
                        .load()
                        .get(Settings.CLUSTER_NODES));
        ConfigurationException refused =
                assertThrows(
                        ConfigurationException.class,
                        () -> loader().flag("cluster.nodes=1=a:7400@East").load());
        assertEquals(
                List.of(
                        "cluster.nodes: The zone 'East' of node 1 is no name of a zone; write 1 to"
                                + " 64 of a-z, 0-9, _ and -."),
                refused.problems());
    }

    @Test
    void aNodeThatJoinsSaysWhereItIs() throws Exception {
        ConfigurationLoader joining =
                new ConfigurationLoader()
                        .set("node.id", "4")
                        .set("node.directory", "/nowhere")
                        .set("cluster.join", "a:7400, [::1]:7410")
                        .set("node.address", "db4:7400:7500:7600")
                        .set("node.zone", "east")
                        .set("node.weight", "50");
        Configuration configuration = joining.load();
        assertEquals(
                List.of(new Contact("a", 7400), new Contact("::1", 7410)),
                configuration.find(JoinSettings.JOIN));
        assertEquals(
                new ClusterMember(4, "db4", 7400, 7500, 7600, "east", 0), configuration.self());
        assertEquals(50, configuration.joining().weight());
        assertEquals(
                "1, 2, 3", configuration.clusterSettings(List.of(1, 2, 3)).get("cluster.nodes"));
        ConfigurationException refused =
                assertThrows(
                        ConfigurationException.class,
                        () ->
                                new ConfigurationLoader()
                                        .set("node.id", "4")
                                        .set("node.directory", "/nowhere")
                                        .set("cluster.join", "a")
                                        .load());
        assertEquals(
                List.of(
                        "cluster.join: 'a' is no address of a node; write host:client-port, such as"
                                + " db1:7400.",
                        "node.address: a value is required; set it in the file, by"
                                + " PAXOSSTORE_NODE_ADDRESS or by --set node.address=..."),
                refused.problems());
    }

    @Test
    void aFounderMayBeElsewhere() throws Exception {
        Configuration configuration =
                loader().flag("cluster.nodes=1=a:1@east,2=b:1,3=c:1")
                        .set("node.id", "1")
                        .set("node.address", "moved:7400")
                        .load();
        assertEquals(
                new ClusterMember(1, "moved", 7400, 7401, 7402, "east", 0), configuration.self());
    }
}

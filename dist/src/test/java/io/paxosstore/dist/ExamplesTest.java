package io.paxosstore.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.Settings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Every configuration that is shipped is one that a server takes. */
class ExamplesTest {
    private static final String CONF = "dist/src/main/distribution/conf";
    private static final String OF_PACKAGE = "dist/src/main/deb/files/etc/paxosstore/node.yaml";
    private static final String UNIT =
            "dist/src/main/deb/files/usr/lib/systemd/system/paxosstore.service";

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Repository.path(CONF))) {
            return Stream.concat(
                            files.filter(file -> file.toString().endsWith(".yaml")),
                            Stream.of(Repository.path(OF_PACKAGE)))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aServerTakesIt(Path example) throws Exception {
        Configuration configuration = new ConfigurationLoader().file(example).load();
        assertEquals(configuration.get(Settings.NODE_ID), configuration.self().id());
    }

    /** What is commented out in them is right, too. */
    @ParameterizedTest
    @MethodSource("examples")
    void whatIsProposedIsTakenAsWell(Path example) throws Exception {
        String text = Files.readString(example).replaceAll("# (bind: )", "$1");
        if (text.contains("#   - {id: 1")) {
            text = text.replaceAll("(?m)^    - \\{id.*\n", "").replaceAll("#   (- \\{id)", "  $1");
        }
        Configuration configuration = new ConfigurationLoader().yaml(text, "example").load();
        Set<String> hosts = new HashSet<>();
        configuration.members().forEach(member -> hosts.add(member.host()));
        assertEquals(configuration.members().size(), hosts.size(), "as many machines as nodes");
    }

    @Test
    void threeServersAreOneCluster() throws Exception {
        List<ClusterMember> members = List.of();
        Set<Path> directories = new HashSet<>();
        for (int id = 1; id <= 3; id++) {
            Configuration configuration =
                    new ConfigurationLoader()
                            .file(Repository.path(CONF + "/node" + id + ".yaml"))
                            .load();
            assertEquals(id, configuration.get(Settings.NODE_ID));
            assertTrue(id == 1 || members.equals(configuration.members()));
            members = configuration.members();
            directories.add(configuration.get(Settings.NODE_DIRECTORY));
        }
        assertEquals(3, members.size());
        assertEquals(3, directories.size(), "each has its own directory");
    }

    /** The unit lets a node write where its configuration has the data, and end in its own time. */
    @Test
    void theUnitAgreesWithTheSettings() throws Exception {
        Configuration configuration =
                new ConfigurationLoader().file(Repository.path(OF_PACKAGE)).load();
        List<String> unit = Repository.text(UNIT).lines().toList();
        assertTrue(unit.contains("StateDirectory=paxosstore"));
        assertTrue(configuration.get(Settings.NODE_DIRECTORY).startsWith("/var/lib/paxosstore"));
        long stopSeconds =
                unit.stream()
                        .filter(line -> line.startsWith("TimeoutStopSec="))
                        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1)))
                        .findFirst()
                        .orElseThrow();
        assertTrue(stopSeconds > configuration.get(Settings.DRAIN_TIMEOUT).toSeconds());
        assertTrue(unit.stream().noneMatch(line -> line.equals("MemoryDenyWriteExecute=yes")));
    }
}

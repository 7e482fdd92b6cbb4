package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The golden scenarios under {@code src/test/resources/scenarios}: conversations to be read. {@code
 * -Drewrite=true} writes what really happens into the files.
 */
class ScenarioTest {
    private static final Path FOLDER = Path.of("src/test/resources/scenarios");

    @TestFactory
    List<DynamicTest> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<DynamicTest> tests =
                    files.sorted()
                            .map(file ->
                                    DynamicTest.dynamicTest(
                                            file.getFileName().toString(), () -> play(file)))
                            .toList();
            assertFalse(tests.isEmpty(), "there are scenarios");
            return tests;
        }
    }

    private static void play(Path file) throws IOException {
        String script = Files.readString(file);
        String played = Scenario.play(script);
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(file, played);
        } else {
            assertEquals(script, played, "to accept what happens now: mvn -Drewrite=true test");
        }
    }
}

package jepsen.paxosstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import clojure.java.api.Clojure;
import clojure.lang.IFn;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Compiles the namespaces that do not need Jepsen, and runs the tests of clojure.test. */
final class ClojureTest {
    private static final String RUNNER = "jepsen.paxosstore.junit";

    /** They need Jepsen, which is not on Maven Central. */
    private static final Set<String> WITH_JEPSEN =
            Set.of(
                    "jepsen.paxosstore.changing",
                    "jepsen.paxosstore.core",
                    "jepsen.paxosstore.db",
                    "jepsen.paxosstore.disk",
                    "jepsen.paxosstore.hindrance",
                    "jepsen.paxosstore.nemesis",
                    "jepsen.paxosstore.remote");

    @BeforeAll
    static void load() {
        Clojure.var("clojure.core", "require").invoke(Clojure.read(RUNNER));
    }

    private static IFn runner(String function) {
        return Clojure.var(RUNNER, function);
    }

    /** Namespaces of the files below a directory whose names end so. */
    private static List<String> namespaces(String directory, String end) throws IOException {
        Path root = Path.of(directory);
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(end))
                    .map(file -> file.substring(0, file.length() - ".clj".length()))
                    .map(file -> file.replace('/', '.').replace('_', '-'))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicNode> namespacesCompileWithoutReflection() throws IOException {
        List<String> all = namespaces("src", ".clj");
        return all.stream()
                .filter(name -> !WITH_JEPSEN.contains(name))
                .map(name ->
                        dynamicTest(
                                name,
                                () -> assertEquals("", runner("load-namespace").invoke(name))));
    }

    @TestFactory
    Stream<DynamicNode> tests() throws IOException {
        return namespaces("test", "_test.clj").stream()
                .map(name -> dynamicContainer(name, tests(name).map(test -> test(name, test))));
    }

    private static Stream<String> tests(String namespace) {
        return ((List<?>) runner("tests").invoke(namespace)).stream().map(String::valueOf);
    }

    private static DynamicNode test(String namespace, String name) {
        return dynamicTest(
                name,
                () -> assertEquals(List.of(), List.copyOf((List<?>) runner("run").invoke(namespace, name))));
    }
}

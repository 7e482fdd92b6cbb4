package io.paxosstore.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * README tells the truth: its example is this module's compiled one, and its links lead somewhere.
 */
class ReadmeTest {
    private static final Path HOME = Path.of(System.getProperty("paxosstore.home", ".."));
    private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    /** Text for text, but for the imports, which are looked at below. */
    @Test
    void theExamplesAreTheCompiledOnes() throws IOException {
        List<String> examples = examples();
        assertEquals(3, examples.size());
        for (int number = 1; number <= examples.size(); number++) {
            String shown =
                    examples.get(number - 1)
                            .lines()
                            .filter(line -> !line.startsWith("import "))
                            .collect(Collectors.joining("\n"));
            assertEquals(compiled(number), shown.strip());
        }
    }

    @Test
    void theExamplesImportWhatTheyNeed() throws IOException {
        Set<String> compiled = imports(source());
        Set<String> shown = new HashSet<>();
        List<String> examples = examples();
        for (int number = 1; number <= examples.size(); number++) {
            shown.addAll(imports(examples.get(number - 1)));
            for (String name : compiled) {
                String word = name.substring(name.lastIndexOf('.') + 1);
                boolean isUsed =
                        Pattern.compile("\\b" + word + "\\b").matcher(compiled(number)).find();
                assertTrue(!isUsed || shown.contains(name), name + " is not imported");
            }
        }
        assertTrue(compiled.containsAll(shown), "what is imported exists");
    }

    @Test
    void theExamplesDoWhatTheySay() throws Exception {
        assertEquals(List.of("hi", true, 1L, false), ReadmeExample.run());
        assertEquals(List.of(15L, "spent 10", 37), ReadmeExample.runEntities());
    }

    private static String source() throws IOException {
        return Files.readString(
                HOME.resolve("bench/src/test/java/io/paxosstore/bench/ReadmeExample.java"));
    }

    private static String compiled(int number) throws IOException {
        String example =
                between(
                        source(),
                        "// begin of example " + number + "\n",
                        "// end of example " + number);
        return example.replaceAll("printed\\.add\\((.*)\\);", "System.out.println($1);")
                .stripTrailing()
                .stripIndent()
                .strip();
    }

    private static List<String> examples() throws IOException {
        return EXAMPLE.matcher(Files.readString(HOME.resolve("README.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static Set<String> imports(String text) {
        return IMPORT.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.startsWith("java."))
                .collect(Collectors.toSet());
    }

    @Test
    void linksLeadToFiles() throws IOException {
        Matcher links = LINK.matcher(Files.readString(HOME.resolve("README.md")));
        while (links.find()) {
            Path target = HOME.resolve(links.group(1));
            assertTrue(Files.exists(target), "README links to " + target + ", which is missing");
        }
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin);
        assertTrue(from >= 0, begin + " is missing");
        int to = text.indexOf(end, from + begin.length());
        assertTrue(to >= 0, end + " is missing");
        return text.substring(from + begin.length(), to);
    }
}

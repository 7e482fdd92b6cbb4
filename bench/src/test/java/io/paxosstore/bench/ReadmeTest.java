package io.paxosstore.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * README tells the truth: its example is this module's compiled one, and its links lead somewhere.
 */
class ReadmeTest {
    private static final Path HOME = Path.of(System.getProperty("paxosstore.home", ".."));
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    @Test
    void theExampleIsTheCompiledOne() throws IOException {
        String source =
                Files.readString(
                        HOME.resolve("bench/src/test/java/io/paxosstore/bench/ReadmeExample.java"));
        String compiled =
                between(
                                source,
                                "// begin of README's example\n",
                                "        // end of README's example")
                        .replaceAll("printed\\.add\\((.*)\\);", "System.out.println($1);")
                        .stripTrailing()
                        .stripIndent();
        String readme = Files.readString(HOME.resolve("README.md"));
        assertEquals(compiled.strip(), between(readme, "```java\n", "```").strip());
    }

    @Test
    void theExampleDoesWhatItSays() throws Exception {
        assertEquals(List.of("hi", true, 1L, false), ReadmeExample.run());
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

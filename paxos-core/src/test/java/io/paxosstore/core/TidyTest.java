package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import com.google.googlejavaformat.java.StringWrapper;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The linter, as a test: walks the sources of all modules. {@code mvn -pl paxos-core
 * -Dtest=TidyTest -Dtidy.fix=true test} formats what is not formatted.
 */
class TidyTest {
    /** Wider are only the literals that cannot be broken: in text blocks, or alone on a line. */
    private static final int COLUMNS_MAX = 100;

    /** {@code bench/peers}. */
    private static final int MODULES_DEPTH = 2;

    private static final String TEXT_BLOCK = "\"\"\"";
    private static final int LINES_MAX = 500;

    private static final int DOCUMENT_COLUMNS_MAX = 120;
    private static final String FENCE = "```";

    private static final Pattern LEFTOVER =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    /** Names of package registries, and paths of one machine. */
    private static final Pattern FOREIGN =
            Pattern.compile(
                    "repo1?\\.maven\\.(org|apache)|repo\\.maven\\.apache|registry\\.npm|pypi\\.org"
                            + "|[\"' ]/(work|home|root|Users)/");

    private static final JavaFormatterOptions AOSP =
            JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build();

    private static Path repository() {
        return Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    }

    private static List<Path> sources(String... endings) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.walk(repository(), MODULES_DEPTH)) {
            for (Path module : modules.filter(TidyTest::isModule).sorted().toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                    files.filter(Files::isRegularFile)
                            .filter(file -> endsWithAny(file, endings))
                            .sorted()
                            .forEach(found::add);
                }
            }
        }
        assertTrue(found.size() > 20, "the sources are where they are looked for");
        return found;
    }

    private static boolean isModule(Path folder) {
        return Files.exists(folder.resolve("pom.xml")) && Files.isDirectory(folder.resolve("src"));
    }

    private static boolean endsWithAny(Path file, String... endings) {
        String name = file.toString();
        for (String ending : endings) {
            if (name.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }

    private static void expectNone(List<String> problems) {
        assertTrue(problems.isEmpty(), () -> String.join(System.lineSeparator(), problems));
    }

    private static String name(Path file) {
        return repository().relativize(file).toString();
    }

    @Test
    void sourcesAreFormatted() throws IOException {
        boolean fix = Boolean.getBoolean("tidy.fix");
        Formatter formatter = new Formatter(AOSP);
        List<String> problems =
                sources(".java").parallelStream()
                        .filter(file -> !isFormatted(formatter, file, fix))
                        .map(file -> name(file) + " is not formatted")
                        .sorted()
                        .toList();
        expectNone(problems);
    }

    /** Whether a file is formatted, or is now that it has been fixed. */
    private static boolean isFormatted(Formatter formatter, Path file, boolean fix) {
        try {
            String source = Files.readString(file);
            String ordered =
                    ImportOrderer.reorderImports(
                            RemoveUnusedImports.removeUnusedImports(source), AOSP.style());
            String formatted = StringWrapper.wrap(formatter.formatSource(ordered), formatter);
            boolean same = source.equals(formatted);
            if (fix && !same) {
                Files.writeString(file, formatted);
            }
            return same || fix;
        } catch (FormatterException e) {
            throw new AssertionError(name(file) + " cannot be parsed: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void linesAndFilesAreShort() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path file : sources(".java")) {
            List<String> lines = Files.readAllLines(file);
            boolean textBlock = false;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                boolean literal = textBlock || line.strip().startsWith("\"");
                if (line.length() > COLUMNS_MAX && !literal) {
                    problems.add(name(file) + ":" + (i + 1) + " is too wide");
                }
                textBlock ^= line.contains(TEXT_BLOCK);
            }
            if (lines.size() > LINES_MAX) {
                problems.add(name(file) + " has " + lines.size() + " lines");
            }
        }
        expectNone(problems);
    }

    /** A row of a table cannot be wrapped; everything else can, or is fenced as code. */
    @Test
    void linesOfDocumentsAreShort() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path document : documents()) {
            List<String> lines = Files.readAllLines(document);
            boolean code = false;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                code ^= line.startsWith(FENCE);
                boolean isTable = line.stripLeading().startsWith("|");
                if (line.length() > DOCUMENT_COLUMNS_MAX && !code && !isTable) {
                    problems.add(name(document) + ":" + (i + 1) + " is too wide");
                }
            }
        }
        expectNone(problems);
    }

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.walk(repository(), MODULES_DEPTH)) {
            modules.map(module -> module.resolve("README.md"))
                    .filter(Files::exists)
                    .sorted()
                    .forEach(found::add);
        }
        try (Stream<Path> docs = Files.walk(repository().resolve("docs"))) {
            docs.filter(file -> endsWithAny(file, ".md")).sorted().forEach(found::add);
        }
        assertTrue(found.size() > 20, "the documents are where they are looked for");
        return found;
    }

    @Test
    void nothingIsLeftOverAndNothingIsForeign() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path file : sources(".java", ".xml", ".yaml", ".md", ".properties", ".txt")) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String place = name(file) + ":" + (i + 1);
                if (LEFTOVER.matcher(lines.get(i)).find()) {
                    problems.add(place + " has a leftover marker");
                }
                if (FOREIGN.matcher(lines.get(i)).find()) {
                    problems.add(place + " names a registry or a path of one machine");
                }
            }
        }
        expectNone(problems);
    }
}

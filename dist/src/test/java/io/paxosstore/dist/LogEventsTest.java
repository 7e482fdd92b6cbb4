package io.paxosstore.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Each line that a server logs begins with the name of an event, and the document has it. */
class LogEventsTest {
    private static final String DOCUMENT = "docs/logging.md";

    /** What a server consists of. */
    private static final List<String> MODULES =
            List.of(
                    "protocol",
                    "paxos-core",
                    "paxoslog",
                    "engine-bitcask",
                    "engine-lsm",
                    "engine-table",
                    "node",
                    "redis",
                    "console",
                    "server",
                    "cli");

    /** They write what others have named, by a variable. */
    private static final Set<String> PASS_ON = Set.of("RateLimitedLog", "BackgroundRetry");

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z0-9_.]+)` \\| ([A-Za-z, ]+) \\| (.+) \\|$");

    private static final Pattern CALL =
            Pattern.compile(
                    "\\b(?:LOG|log)\\s*\\.(trace|debug|info|warn|error|atLevel)\\(([^;]*?)\"([^\"]*)");

    private static final Pattern EVENT =
            Pattern.compile("([a-z][a-z0-9]*(?:[._][a-z0-9]+)*)(?: |$)");

    private record Call(String file, String level, String text) {}

    private static Map<String, Set<String>> documented() throws IOException {
        Map<String, Set<String>> events = new TreeMap<>();
        Matcher row = ROW.matcher(Repository.text(DOCUMENT));
        String before = "";
        while (row.find()) {
            assertTrue(before.compareTo(row.group(1)) < 0, row.group(1) + " is not in order");
            before = row.group(1);
            events.put(before, Set.of(row.group(2).split(", ")));
        }
        assertTrue(events.size() > 100, "the table is where it is looked for");
        return events;
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Repository.path(module + "/src/main/java"))) {
                for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    sources.put(name + " of " + file.getParent(), Files.readString(file));
                }
            }
        }
        assertTrue(sources.size() > 500, "the sources are where they are looked for");
        return sources;
    }

    private static List<Call> calls() throws IOException {
        List<Call> calls = new ArrayList<>();
        sources()
                .forEach((file, source) -> {
                    if (PASS_ON.stream().noneMatch(name -> file.startsWith(name + " "))) {
                        Matcher call = CALL.matcher(source);
                        while (call.find()) {
                            calls.add(
                                    new Call(
                                            file,
                                            call.group(1).equals("atLevel")
                                                    ? "INFO"
                                                    : call.group(1).toUpperCase(Locale.ROOT),
                                            call.group(3)));
                        }
                    }
                });
        assertTrue(calls.size() > 90, "the calls are where they are looked for");
        return calls;
    }

    @Test
    void everyLineBeginsWithItsEvent() throws IOException {
        Map<String, Set<String>> documented = documented();
        List<String> problems = new ArrayList<>();
        for (Call call : calls()) {
            Matcher event = EVENT.matcher(call.text());
            if (!event.lookingAt()) {
                problems.add(call + " has no event");
            } else if (!Set.of("DEBUG", "TRACE").contains(call.level())
                    && !documented.getOrDefault(event.group(1), Set.of()).contains(call.level())) {
                problems.add(DOCUMENT + " lacks " + event.group(1) + " as " + call.level());
            }
        }
        assertEquals(List.of(), problems);
    }

    /** Some lines are made elsewhere than they are logged: each name stands in some source. */
    @Test
    void everyEventThatIsDocumentedIsLogged() throws IOException {
        String all = String.join("\n", sources().values());
        Set<String> missing = new TreeSet<>();
        for (String event : documented().keySet()) {
            if (!Pattern.compile("\"" + Pattern.quote(event) + "[ \"]").matcher(all).find()) {
                missing.add(event);
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** What is logged of events that are listed for people is in the table, too. */
    @Test
    void theOperationsNameKnownEvents() throws IOException {
        Set<String> documented = documented().keySet();
        Matcher named =
                Pattern.compile("the log says `([a-z_.]+)`")
                        .matcher(Repository.text("docs/operations.md"));
        int count = 0;
        while (named.find()) {
            assertTrue(documented.contains(named.group(1)), named.group(1));
            count++;
        }
        assertTrue(count > 5, "they are where they are looked for");
    }
}

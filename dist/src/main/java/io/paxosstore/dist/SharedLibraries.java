package io.paxosstore.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The C library and its like, which programs need of the machine they run on. Stateless. */
final class SharedLibraries {
    private static final Pattern FOUND = Pattern.compile("(?:\\S+ => )?(/\\S+) \\(0x[0-9a-f]+\\)");
    private static final Pattern MISSING = Pattern.compile("(\\S+) => not found");

    private SharedLibraries() {}

    /**
     * Those of this machine that some programs and libraries are linked to, the loader among them.
     *
     * @param files neither scripts nor linked statically
     * @param own the runtime, whose own libraries are not meant
     * @throws IOException when one is missing here, or {@code ldd} is
     */
    static SortedSet<Path> of(Collection<Path> files, Path own) throws IOException {
        List<String> command = new ArrayList<>(List.of("ldd"));
        files.forEach(file -> command.add(file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Where a running JVM finds its own.
        builder.environment().put("LD_LIBRARY_PATH", own + "/lib:" + own + "/lib/server");
        Process ldd = builder.start();
        ldd.getOutputStream().close();
        List<String> lines =
                new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        SortedSet<Path> found = new TreeSet<>();
        for (String line : lines) {
            Matcher missing = MISSING.matcher(line.strip());
            if (missing.matches()) {
                throw new IOException("this machine lacks " + missing.group(1));
            }
            Matcher matcher = FOUND.matcher(line.strip());
            if (matcher.matches() && !Path.of(matcher.group(1)).normalize().startsWith(own)) {
                found.add(Path.of(matcher.group(1)));
            }
        }
        if (found.isEmpty()) {
            throw new IOException("ldd names no libraries: " + String.join("\n", lines));
        }
        return found;
    }
}

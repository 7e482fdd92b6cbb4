package io.paxosstore.bench.cli;

import org.openjdk.jmh.Main;

import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code jmh}: runs the microbenchmarks; all arguments are JMH's own. */
@Command(
        name = "jmh",
        description = {
            "Runs microbenchmarks; arguments are JMH's: a pattern of names, -prof gc ...",
            "`jmh -h` lists them, `jmh -l` the benchmarks."
        })
public final class JmhCommand implements Callable<Integer> {
    private static final int OK = 0;

    @Unmatched private final List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Main.main(arguments.toArray(String[]::new));
        return OK;
    }
}

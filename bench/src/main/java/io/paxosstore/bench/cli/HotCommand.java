package io.paxosstore.bench.cli;

import io.paxosstore.bench.load.EntityTarget;
import io.paxosstore.bench.load.HotEntity;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.protocol.model.ReadMode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** {@code bench hot}: one counter of one entity, one client against many. */
@Command(
        name = "hot",
        description = {
            "Increments one counter of one entity by one client, then by many, and compares the"
                    + " throughput and what the counter shows.",
            "Exit code: 0 when every increment was counted once, else 1."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class HotCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int CLIENTS_MAX = 65_536;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--target",
            paramLabel = "HOST:PORT,...",
            defaultValue = "localhost:7400",
            description = "Client ports of the cluster (default ${DEFAULT-VALUE}).")
    private String target = "";

    @Option(
            names = "--clients",
            defaultValue = "64",
            description = "How many against one (default ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "One client, then many, so often (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warmup",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Not measured, each time (default ${DEFAULT-VALUE}).")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Measured, each time (default ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--space",
            defaultValue = "bench-entities",
            description = "Created if it is not there (default ${DEFAULT-VALUE}).")
    private String space = "";

    @Option(
            names = "--deadline",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "Of each increment, retries included (default ${DEFAULT-VALUE}).")
    private Duration deadline = Duration.ZERO;

    @Override
    public Integer call() throws InterruptedException, TimeoutException {
        if (clients < 1 || clients > CLIENTS_MAX || rounds < 1 || duration.isZero()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--clients must be 1 to " + CLIENTS_MAX + ", --rounds and --duration above 0.");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (EntityTarget connected =
                EntityTarget.connect(target, space, ReadMode.LINEARIZABLE, deadline)) {
            HotEntity hot = new HotEntity(connected, "hot");
            boolean isExact = true;
            for (int round = 1; round <= rounds; round++) {
                HotEntity.Outcome one = hot.run(1, warmup, duration);
                HotEntity.Outcome many = hot.run(clients, warmup, duration);
                out.println(one);
                out.println(many);
                out.printf(
                        Locale.ROOT,
                        "%d clients reach %.1f times the throughput of one%n",
                        clients,
                        many.perSecond() / one.perSecond());
                out.flush();
                isExact &= one.isExact() && many.isExact();
            }
            return isExact ? OK : FAILED;
        } catch (PaxosStoreException e) {
            spec.commandLine().getErr().println("bench: " + e.getMessage());
            return FAILED;
        }
    }
}

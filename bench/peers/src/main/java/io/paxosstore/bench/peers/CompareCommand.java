package io.paxosstore.bench.peers;

import io.paxosstore.bench.cli.DurationConverter;
import io.paxosstore.bench.cli.LoadOptions;
import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.measure.Disk;
import io.paxosstore.bench.process.ScratchDirectory;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** What {@code bench/compare} runs. */
@Command(
        name = "compare",
        description = {
            "Puts the same loads on a peer and on PaxosStore in turn, on this machine, and prints"
                    + " ratios. Both sync to the disk before they acknowledge.",
            "Exit code: 0 when no operation failed, else 1."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CompareCommand implements Callable<Integer> {
    private static final List<String> OF_KEYS =
            List.of(
                    "1:write=100",
                    "1:read=100",
                    "64:write=100",
                    "64:read=100",
                    "64:write=50,read=50",
                    "256:write=100");

    private static final List<String> OF_ENTITIES =
            List.of(
                    "64:map-put=100",
                    "64:list-append=100",
                    "64:set-add=100",
                    "64:counter=100",
                    "64:map-get=100",
                    "64:list-range=100",
                    "64:set-contains=100");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private LoadOptions load = new LoadOptions();

    /** Whom we are compared with. */
    enum Peer {
        ETCD,
        ZOOKEEPER,
        REDIS
    }

    @Parameters(paramLabel = "PEER", description = "${COMPLETION-CANDIDATES}.")
    private Peer peer = Peer.ETCD;

    @Option(
            names = "--loads",
            converter = LoadConverter.class,
            split = " ",
            paramLabel = "CLIENTS:MIX",
            description =
                    "Separated by spaces, all of keys or all of entities; the default has the"
                            + " targets' loads.")
    private List<ComparedLoad> given = List.of();

    @Option(
            names = "--entities",
            description =
                    "By default loads of lists, sets, maps and counters in place of keys; redis"
                            + " only.")
    private boolean entities;

    @Option(
            names = "--settle",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Both are left alone before each load (default ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ZERO;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "How often each store has each load (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--connections",
            defaultValue = "1",
            description = "To each store, for all clients together (default ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--etcd", paramLabel = "FILE", description = "The program of etcd.")
    private @Nullable Path etcd;

    @Option(names = "--redis", paramLabel = "FILE", description = "The program of Redis.")
    private @Nullable Path redis;

    /** Entry point. */
    public static void main(String[] arguments) {
        System.exit(
                new CommandLine(new CompareCommand())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, TimeoutException {
        load.validate();
        load.require(rounds >= 1, "--rounds is " + rounds + "; at least 1.");
        load.require(connections >= 1, "--connections is " + connections + "; at least 1.");
        List<ComparedLoad> loads = loads();
        PrintWriter out = spec.commandLine().getOut();
        ScratchDirectory directory = ScratchDirectory.create("paxosstore-compare");
        Path home = directory.path();
        Contestant ours =
                PaxosStoreContestant.create(Files.createDirectories(home.resolve("ours")));
        Contestant theirs = contestant(Files.createDirectories(home.resolve("theirs")));
        // Whatever ends this program, its processes end and their files are removed.
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> {
                            ours.close();
                            theirs.close();
                            directory.close();
                        }));
        List<Comparison.Pair> pairs = comparison(loads, home).run(ours, theirs);
        out.println(ComparisonTable.of(theirs.label(), pairs, LoadKeys.BYTES + load.valueBytes()));
        out.flush();
        return pairs.stream().allMatch(CompareCommand::isClean) ? 0 : 1;
    }

    private List<ComparedLoad> loads() {
        List<String> byDefault = entities ? OF_ENTITIES : OF_KEYS;
        List<ComparedLoad> chosen =
                given.isEmpty() ? byDefault.stream().map(ComparedLoad::parse).toList() : given;
        boolean ofEntities = chosen.getFirst().mix().isOfEntities();
        load.require(
                chosen.stream().allMatch(each -> each.mix().isOfEntities() == ofEntities),
                "--loads are of keys and of entities: give either.");
        load.require(ofEntities || !entities, "--entities, but --loads are of keys: give either.");
        load.require(
                !ofEntities || peer == Peer.REDIS,
                "Entities are compared with redis only; " + peer + " has keys only.");
        for (ComparedLoad each : chosen) {
            for (OperationKind kind : each.mix().shares().keySet()) {
                load.require(
                        !ofEntities || RedisEntityTarget.does(kind),
                        kind.label() + " is no command of Redis.");
            }
        }
        return chosen;
    }

    private Comparison comparison(List<ComparedLoad> loads, Path home) throws IOException {
        return new Comparison(
                loads,
                load.keys(),
                load.valueBytes(),
                load.warmup(),
                load.duration(),
                settle,
                rounds,
                connections,
                Disk.of(home),
                spec.commandLine().getErr());
    }

    private Contestant contestant(Path home) throws IOException {
        return switch (peer) {
            case ETCD -> EtcdContestant.create(program(etcd, "--etcd"), home);
            case ZOOKEEPER -> ZooKeeperContestant.create(home);
            case REDIS -> RedisContestant.create(program(redis, "--redis"), home);
        };
    }

    private Path program(@Nullable Path given, String option) {
        if (given == null || !Files.isExecutable(given)) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " names no program: " + given + "; bench/compare gets one.");
        }
        return given.toAbsolutePath();
    }

    private static boolean isClean(Comparison.Pair pair) {
        return pair.ours().stream().allMatch(outcome -> outcome.errors() == 0)
                && pair.theirs().stream().allMatch(outcome -> outcome.errors() == 0);
    }

    private static final class LoadConverter implements ITypeConverter<ComparedLoad> {
        @Override
        public ComparedLoad convert(String text) {
            try {
                return ComparedLoad.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}

package io.paxosstore.server.cli;

import io.paxosstore.bitcask.PeerMemory;
import io.paxosstore.bitcask.StoreInspector;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Looks at the files of a node that does not run; changes nothing. */
@Command(
        name = "store",
        description = "Looks at the data directory of a node that does not run; changes nothing.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class StoreCommand {
    /** Exit code when a directory cannot be looked at; smaller ones speak of what is in it. */
    private static final int EXIT_UNREADABLE = 3;

    private static final String DIRECTORY = "A node's data directory (node.directory).";

    @Spec private @Nullable CommandSpec spec;

    /** What is done with an opened store. */
    private interface Look {
        int at(StoreInspector store, PrintWriter out) throws IOException;
    }

    @Command(
            name = "verify",
            description = {
                "Checks every file, record and checksum, and lists what is wrong.",
                "Ends with 0 if all is sound, with 1 if the next start repairs it without loss,"
                    + " with 2 if records are lost (they are fetched from the other nodes), with 3"
                    + " if the directory cannot be checked."
            },
            exitCodeOnInvalidInput = EXIT_UNREADABLE,
            mixinStandardHelpOptions = true)
    int verify(@Parameters(paramLabel = "DIR", description = DIRECTORY) Path directory) {
        return look(
                directory,
                (store, out) -> {
                    StoreInspector.Verdict verdict = store.verify(out::println);
                    out.println(
                            switch (verdict) {
                                case SOUND -> "Everything is sound.";
                                case HARMLESS_DAMAGE ->
                                        "There is damage, but nothing is lost: the next start"
                                                + " repairs it.";
                                case LOSS ->
                                        "Records are lost: after its next start the node fetches"
                                                + " them from the others.";
                            });
                    return verdict.exitCode();
                });
    }

    @Command(
            name = "dump",
            description = "Prints one line per record, in the order in which they lie.",
            exitCodeOnInvalidInput = EXIT_UNREADABLE,
            mixinStandardHelpOptions = true)
    int dump(
            @Parameters(paramLabel = "DIR", description = DIRECTORY) Path directory,
            @Option(
                            names = "--key",
                            paramLabel = "SPACE/KEY",
                            description = "Only records of this key, such as 1/alice.")
                    @Nullable String key) {
        return look(
                directory,
                (store, out) -> {
                    store.dump(record -> {
                        if (key == null || key.equals(record.key().toString())) {
                            print(record, out);
                        }
                    });
                    return PaxosStoreMain.EXIT_OK;
                });
    }

    private static void print(StoreInspector.RecordLine record, PrintWriter out) {
        out.printf(
                "%s:%d %s entry=%d version=%d promised=%x accepted=%x %s%s%s bytes=%d%n",
                record.file().getFileName(),
                record.offset(),
                record.key(),
                record.entry(),
                record.version(),
                record.promised(),
                record.accepted(),
                record.chosen() ? "chosen" : "pending",
                record.rebuilt() ? " rebuilt" : "",
                record.payloadBytes() < 0
                        ? ""
                        : " value=" + record.payloadBytes() + (record.intact() ? "" : " DAMAGED"),
                record.bytes());
    }

    @Command(
            name = "stat",
            description = "Prints whose store it is, what it remembers, and how much it holds.",
            exitCodeOnInvalidInput = EXIT_UNREADABLE,
            mixinStandardHelpOptions = true)
    int stat(@Parameters(paramLabel = "DIR", description = DIRECTORY) Path directory) {
        return look(
                directory,
                (store, out) -> {
                    print(store.stat(), out);
                    return PaxosStoreMain.EXIT_OK;
                });
    }

    private static void print(StoreInspector.Figures figures, PrintWriter out) {
        out.printf("cluster      %s%n", figures.clusterId());
        out.printf("node         %d%n", figures.nodeId());
        out.printf("store        %s%n", figures.storeId());
        out.printf("incarnation  %d%n", figures.incarnation());
        out.printf(
                "standing     %s%s%n",
                figures.standing().name().toLowerCase(Locale.ROOT),
                figures.reborn() ? " (has lost data before)" : "");
        out.printf("data files   %d (%d with a hint file)%n", figures.segments(), figures.hints());
        out.printf("records      %d (%d bytes)%n", figures.records(), figures.recordBytes());
        out.printf("keys         %d (%d bytes)%n", figures.keys(), figures.liveBytes());
        out.printf("dropped      %d spaces%n", figures.droppedSpaces());
        for (Map.Entry<Integer, PeerMemory.Remembered> peer : figures.peers().entrySet()) {
            PeerMemory.Remembered known = peer.getValue();
            out.printf(
                    "remembers    node %d: store %s, incarnation %d%s%n",
                    peer.getKey(),
                    known.known() ? known.storeId() : "unknown",
                    known.incarnation(),
                    known.lost() ? ", has lost data" : "");
        }
    }

    private int look(Path directory, Look look) {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter out = command.commandLine().getOut();
        try (StoreInspector store = StoreInspector.open(FileSystem.real(), directory)) {
            int exit = look.at(store, out);
            out.flush();
            return exit;
        } catch (IOException e) {
            out.flush();
            command.commandLine().getErr().println(e.getMessage());
            return EXIT_UNREADABLE;
        }
    }
}

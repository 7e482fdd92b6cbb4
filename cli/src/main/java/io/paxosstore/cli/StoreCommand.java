package io.paxosstore.cli;

import io.paxosstore.bitcask.StoreInspector;
import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.data.EntryPayload;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.StoreIdentity;
import io.paxosstore.lsm.entity.EntityInspector;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.server.node.EntityStorage;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Looks at the files of a node that does not run; changes nothing. */
@Command(
        name = StoreCommand.NAME,
        description = "Looks at the data directory of a node that does not run; changes nothing.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeOnInvalidInput = StoreCommand.EXIT_UNREADABLE,
        exitCodeOnExecutionException = StoreCommand.EXIT_UNREADABLE,
        mixinStandardHelpOptions = true)
final class StoreCommand {
    /** The name of the command. */
    static final String NAME = "store";

    /** Exit code when a directory cannot be looked at; smaller ones speak of what is in it. */
    static final int EXIT_UNREADABLE = 3;

    private static final String DIRECTORY = "A node's data directory (node.directory).";

    @Spec private @Nullable CommandSpec spec;

    /** What is done with an opened store. */
    private interface Look {
        int at(StoreInspector store, EntityInspector entities, PrintWriter out, Unread unread)
                throws IOException;
    }

    @Command(
            name = "verify",
            description = {
                "Checks every file, record and checksum, and lists what is wrong.",
                "Ends with 0 if all is sound, with 1 if the next start repairs it without loss,"
                    + " with 2 if records are lost (they are fetched from the other nodes, if there"
                    + " are some), with 3 if the directory cannot be checked."
            },
            exitCodeOnInvalidInput = EXIT_UNREADABLE,
            exitCodeOnExecutionException = EXIT_UNREADABLE,
            mixinStandardHelpOptions = true)
    int verify(@Parameters(paramLabel = "DIR", description = DIRECTORY) Path directory) {
        return look(
                directory,
                (store, entities, out, unread) -> {
                    StoreInspector.Verdict verdict =
                            verify(entities, store.verify(found -> print(found, out)), out);
                    if (store.isOpen()) {
                        out.println(
                                "This store was not closed: its node was killed, or this is a copy"
                                        + " of the directory of a running node. Such a copy must"
                                        + " not be started: its node has gone on without it.");
                    }
                    out.println(
                            switch (verdict) {
                                case SOUND -> "Everything is sound.";
                                case HARMLESS_DAMAGE ->
                                        "There is damage, but nothing is lost: the next start"
                                                + " repairs it.";
                                case LOSS ->
                                        store.isAlone()
                                                ? "Records are lost, and this cluster has no other"
                                                        + " node to fetch them from."
                                                : "Records are lost: after its next start the node"
                                                        + " fetches them from the others.";
                            });
                    return verdict.exitCode();
                });
    }

    private static void print(Object finding, PrintWriter out) {
        out.println(Printable.plain(finding.toString()));
    }

    private static StoreInspector.Verdict verify(
            EntityInspector entities, StoreInspector.Verdict ofKeys, PrintWriter out)
            throws IOException {
        StoreInspector.Verdict[] worst = {ofKeys};
        entities.verify(finding -> {
            print(finding, out);
            StoreInspector.Verdict verdict =
                    finding.loss()
                            ? StoreInspector.Verdict.LOSS
                            : StoreInspector.Verdict.HARMLESS_DAMAGE;
            worst[0] = verdict.compareTo(worst[0]) > 0 ? verdict : worst[0];
        });
        return worst[0];
    }

    @Command(
            name = "dump",
            description = {
                "Prints one line per record of the key-value store, in the order in which they lie,"
                        + " then each entity with its objects and their first elements.",
                "Entities are shown as they are in the data files; 'journal=' names a newer entry"
                        + " that only the journal has, which the next start applies.",
                "Ends with 2 if not all could be read, with 3 if nothing could or what was asked"
                        + " for is not there."
            },
            exitCodeOnInvalidInput = EXIT_UNREADABLE,
            exitCodeOnExecutionException = EXIT_UNREADABLE,
            mixinStandardHelpOptions = true)
    int dump(
            @Parameters(paramLabel = "DIR", description = DIRECTORY) Path directory,
            @Option(
                            names = "--key",
                            paramLabel = "SPACE/KEY",
                            description =
                                    "Only records of this key, such as users/alice or 1/alice.")
                    @Nullable String key,
            @Option(
                            names = "--space",
                            paramLabel = "SPACE",
                            description = "Only what is of the space with this name or number.")
                    @Nullable String space,
            @Option(
                            names = "--entity",
                            paramLabel = "SPACE/ID",
                            description = "Only this entity, such as rooms/alice or 2/alice.")
                    @Nullable String entity,
            @Option(
                            names = "--elements",
                            paramLabel = "COUNT",
                            defaultValue = "10",
                            description =
                                    "Most elements to print of each object"
                                            + " (default ${DEFAULT-VALUE}).")
                    long elementsMax,
            @Option(
                            names = "--limit",
                            paramLabel = "BYTES",
                            defaultValue = "256",
                            description =
                                    "Most bytes to print of each value"
                                            + " (default ${DEFAULT-VALUE}).")
                    int bytesMax) {
        return look(
                directory,
                (store, entities, out, unread) -> {
                    StoredSpaces spaces = StoredSpaces.of(store);
                    Integer number = space == null ? null : spaces.number(space);
                    if (entity == null) {
                        Predicate<EntityKey> wanted = filter(spaces, key, number);
                        long[] printed = new long[1];
                        store.dump(
                                record -> {
                                    if (wanted.test(record.key())) {
                                        printed[0]++;
                                        print(record, Math.max(0, bytesMax), out);
                                    }
                                },
                                damage -> unread.add());
                        if (key != null && printed[0] == 0) {
                            unread.foundNo("record of the key " + key);
                        }
                    }
                    long found = 0;
                    if (key == null) {
                        found =
                                new EntityPrinter(out, Math.max(0, elementsMax))
                                        .dump(entities, filter(spaces, entity, number), unread);
                    }
                    if (entity != null && found == 0) {
                        unread.foundNo(
                                "data of the entity "
                                        + entity
                                        + "; changes that are only in the journal are not"
                                        + " printed");
                    }
                    return PaxosStoreMain.EXIT_OK;
                });
    }

    private static Predicate<EntityKey> filter(
            StoredSpaces spaces, @Nullable String name, @Nullable Integer space)
            throws IOException {
        EntityKey wanted = name == null ? null : spaces.key(name);
        return key ->
                (wanted == null || wanted.equals(key)) && (space == null || space == key.space());
    }

    /** The state of a key after the entry: its value, escaped. */
    private static String value(StoreInspector.RecordLine record, int bytesMax) {
        EntryValue value = record.value();
        if (value == null || !record.intact()) {
            return "";
        }
        byte[] state = EntryPayload.stateOf(value);
        if (!KvState.isPresent(state)) {
            return " (deleted)";
        }
        ByteBuffer slice = KvState.valueSlice(state);
        byte[] bytes = new byte[slice.remaining()];
        slice.get(bytes);
        long expires = KvState.expiresAtMillis(state);
        return " = "
                + Printable.line(bytes, bytesMax)
                + (expires == 0 ? "" : " expires " + Instant.ofEpochMilli(expires));
    }

    /** A key or an entity for people. */
    static String name(EntityKey key) {
        return key.space() + "/" + Printable.plain(key.key());
    }

    private static void print(StoreInspector.RecordLine record, int bytesMax, PrintWriter out) {
        out.printf(
                "%s:%d %s entry=%d version=%d promised=%x accepted=%x %s%s%s bytes=%d%s%n",
                record.file().getFileName(),
                record.offset(),
                name(record.key()),
                record.entry(),
                record.version(),
                record.promised(),
                record.accepted(),
                record.chosen() ? "chosen" : "pending",
                record.rebuilt() ? " rebuilt" : "",
                record.payloadBytes() < 0
                        ? ""
                        : " value=" + record.payloadBytes() + (record.intact() ? "" : " DAMAGED"),
                record.bytes(),
                value(record, bytesMax));
    }

    @Command(
            name = "stat",
            description = {
                "Prints whose store it is, what it remembers, and how much it holds.",
                "Ends with 2 if not all could be read, with 3 if nothing could."
            },
            exitCodeOnInvalidInput = EXIT_UNREADABLE,
            exitCodeOnExecutionException = EXIT_UNREADABLE,
            mixinStandardHelpOptions = true)
    int stat(@Parameters(paramLabel = "DIR", description = DIRECTORY) Path directory) {
        return look(
                directory,
                (store, entities, out, unread) -> {
                    print(store.stat(damage -> unread.add()), out);
                    new EntityPrinter(out, 0).stat(entities, unread);
                    return PaxosStoreMain.EXIT_OK;
                });
    }

    private static void print(StoreInspector.Figures figures, PrintWriter out) {
        StoreIdentity identity = figures.identity();
        out.printf("cluster      %s%n", Printable.plain(identity.clusterId()));
        out.printf("node         %d%n", identity.nodeId());
        out.printf(
                "members      %s%n",
                identity.members().isEmpty()
                        ? "not recorded yet"
                        : identity.members().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", ")));
        out.printf("store        %s%n", identity.storeId());
        out.printf("incarnation  %d%n", identity.incarnation());
        out.printf(
                "standing     %s%s%n",
                identity.standing().name().toLowerCase(Locale.ROOT),
                identity.reborn() ? " (reborn: has lost data, or was made before slots)" : "");
        out.printf("data files   %d (%d with a hint file)%n", figures.segments(), figures.hints());
        out.printf("records      %d (%d bytes)%n", figures.records(), figures.recordBytes());
        out.printf("keys         %d (%d bytes)%n", figures.keys(), figures.liveBytes());
        out.printf("dropped      %d spaces%n", figures.droppedSpaces());
        out.printf("slots        %s%n", slots(figures));
        for (Map.Entry<Integer, Remembered> peer : figures.peers().entrySet()) {
            Remembered known = peer.getValue();
            out.printf(
                    "remembers    node %d: store %s, incarnation %d%s%n",
                    peer.getKey(),
                    known.known() ? known.storeId() : "unknown",
                    known.incarnation(),
                    known.lost() ? ", has lost data" : "");
        }
    }

    private static String slots(StoreInspector.Figures figures) {
        if (figures.slots().isEmpty()) {
            return figures.identity().entered()
                    ? "no record left of the epochs that were entered"
                    : "all as at first, none has changed its voters";
        }
        Map<SlotStanding, Long> counts =
                figures.slots().stream()
                        .collect(
                                Collectors.groupingBy(SlotRecord::standing, Collectors.counting()));
        return "%d changed: %d whole, %d being rebuilt, %d without a vote"
                .formatted(
                        figures.slots().size(),
                        counts.getOrDefault(SlotStanding.WHOLE, 0L),
                        counts.getOrDefault(SlotStanding.REBUILDING, 0L),
                        counts.getOrDefault(SlotStanding.NONE, 0L));
    }

    private int look(Path directory, Look look) {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter out = command.commandLine().getOut();
        try (StoreProgress progress = StoreProgress.of(directory, ProgressLine.atTerminal(), out);
                StoreInspector store = StoreInspector.open(progress.files(), directory)) {
            Unread unread = new Unread();
            Path entities = directory.resolve(EntityStorage.DIRECTORY);
            int exit = lookAtBoth(store, entities, look, progress, unread);
            if (out.checkError() || System.out.checkError()) {
                return unreadable(command, "The output could not be written in full.");
            }
            return unread.tell(command.commandLine().getErr())
                    ? StoreInspector.Verdict.LOSS.exitCode()
                    : exit;
        } catch (IOException | UncheckedIOException e) {
            return unreadable(command, e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            // Whatever it is, smaller exit codes would say something of what is in there.
            return unreadable(
                    command, "The directory %s cannot be looked at: %s.".formatted(directory, e));
        } catch (OutOfMemoryError e) {
            return unreadable(
                    command,
                    "The directory "
                            + directory
                            + " needs more memory to be looked at:"
                            + " PAXOSSTORE_JVM_OPTS=-Xmx4g, for example.");
        }
    }

    private static int unreadable(CommandSpec command, @Nullable String sentence) {
        command.commandLine().getOut().flush();
        command.commandLine().getErr().println(sentence);
        return EXIT_UNREADABLE;
    }

    private static int lookAtBoth(
            StoreInspector store, Path directory, Look look, StoreProgress progress, Unread unread)
            throws IOException {
        try (EntityInspector entities =
                EntityInspector.open(
                        progress.files(),
                        directory,
                        store.storeId(),
                        store.standing(),
                        store.droppedSpaces(),
                        store.tenures(),
                        progress)) {
            return look.at(store, entities, progress.out(), unread);
        }
    }
}

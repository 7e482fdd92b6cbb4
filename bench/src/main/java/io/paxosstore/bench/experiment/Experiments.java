package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.OperationMix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All experiments by their names. */
public enum Experiments {
    /** Messages, bytes, syncs, wake-ups and processor time of a write and a read. */
    BUDGET,

    /** Half writes, half reads, minute after minute. */
    ENDURANCE,

    /** Latencies at the peak and below it. */
    PACED,

    /** From 10,000 keys to as many as are asked for, in steps of ten; with a crash of all. */
    KEYS,

    /** From 256 clients down to one; the first of them are the others' warm-up. */
    CLIENTS,

    /** One, two and four shards. */
    SHARDS,

    /** Values of 100 bytes to 64 KiB. */
    VALUES,

    /** Latency by the share of writes, with and without pre-preparing (PaxosStore, figure 9). */
    SHARES,

    /** Entries applied one by one and in batches (PaxosStore, figure 12). */
    APPLYING,

    /** A log's writes to the end of a file and over old blocks (PaxStore, section 5.1). */
    OVERWRITE,

    /** What three replicas cost over one (PaxStore, section 5.2). */
    REPLICATION,

    /**
     * How long a chosen mark waits for a message to travel with (Low-Overhead Paxos Replication,
     * figures 4 to 7: there the commit point; synchronous is 0).
     */
    MARKS,

    /** Plain reads and writes of keys beside MultiOps that take long. */
    LONG,

    /** All are started cold, and get their load at once. */
    COLD,

    /** One of three nodes is killed and comes back (PaxosStore, figure 11: r:w is 15:1). */
    CRASH,

    /** One of three nodes loses its disk, and comes back at once with an empty one. */
    RECOVERY,

    /** Watches are away for minutes, over kills, and come back. */
    AWAY,

    /** One client scans all keys again and again. */
    SCANS,

    /** Five web consoles are open, or not. */
    CONSOLES,

    /** What falls on the others when a node of many is dead (PaxosStore, figure 10); computed. */
    FAILOVER,

    /** Three nodes in three zones, of which one is lost and replaced, under load. */
    REPLACEMENT,

    /** The same, and more come, are drained, cancelled, kept. */
    MEMBERS,

    /** The same with nine nodes at first. */
    NINE;

    /** No more than this is loaded for a size of values. */
    private static final long DATA_BYTES_MAX = 512L << 20;

    private static final int KIBIBYTE = 1 << 10;

    /** What finds it out. */
    public Experiment experiment() {
        return switch (this) {
            case BUDGET -> new Budget();
            case ENDURANCE -> new Endurance(OperationMix.parse("write=50,read=50"));
            case PACED -> new Paced(OperationMix.parse("write=50,read=50"));
            case KEYS -> new Growth();
            case CLIENTS -> new Variants("clients", Experiments::clients);
            case SHARDS -> new Variants("shards", Experiments::shards);
            case VALUES -> new Variants("value", Experiments::values);
            case SHARES -> new Variants("share of writes", Experiments::shares);
            case APPLYING -> new Variants("entries applied together", Experiments::applying);
            case OVERWRITE -> new Overwrite();
            case REPLICATION -> new Variants("replicas", Experiments::replication);
            case MARKS -> new Variants("a chosen mark waits", Experiments::marks);
            case LONG -> new LongRequests();
            case COLD -> new ColdStart("write=50,read=50", "map-put=50,map-get=50");
            case CRASH -> new Loss(OperationMix.parse("write=6,read=94"), false);
            case RECOVERY -> new Loss(OperationMix.parse("write=50,read=50"), true);
            case AWAY -> new Away();
            case SCANS -> new Scans(OperationMix.parse("write=50,read=50"));
            case CONSOLES -> new Consoles(OperationMix.parse("write=50,read=50"), new Random());
            case FAILOVER -> new Failover();
            case REPLACEMENT -> new Exchange(1, MemberStories::replacement);
            case MEMBERS -> new Exchange(1, MemberStories::everything);
            case NINE -> new Exchange(3, MemberStories::everything);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static List<Variant> clients(Laboratory laboratory) {
        return Stream.of("write=100", "read=100", "write=50,read=50")
                .flatMap(mix ->
                        Stream.of(256, 64, 32, 16, 8, 1)
                                .map(clients ->
                                        Variant.of(
                                                mix,
                                                clients + " clients",
                                                laboratory.withClients(clients),
                                                mix)))
                .toList();
    }

    private static List<Variant> shards(Laboratory laboratory) {
        return Stream.of(1, 2, 4)
                .flatMap(count ->
                        Stream.of("write=100", "read=100")
                                .map(mix ->
                                        Variant.of(mix, "" + count, laboratory, mix)
                                                .withSettings(
                                                        "server: {shards: %d}".formatted(count))))
                .toList();
    }

    private static List<Variant> values(Laboratory laboratory) {
        return Stream.of(100, KIBIBYTE, 4 * KIBIBYTE, 16 * KIBIBYTE, 64 * KIBIBYTE)
                .flatMap(bytes -> {
                    long keys = Math.min(laboratory.keys(), DATA_BYTES_MAX / bytes);
                    Laboratory sized = laboratory.withData(keys, bytes);
                    return Stream.of("write=100", "read=100")
                            .map(mix -> Variant.of(mix, bytes + " bytes", sized, mix));
                })
                .toList();
    }

    private static List<Variant> shares(Laboratory laboratory) {
        List<Variant> all = new ArrayList<>();
        for (boolean isOn : new boolean[] {true, false}) {
            for (int share : IntStream.of(0, 10, 30, 50, 70, 90, 100).toArray()) {
                String mix = "write=%d,read=%d".formatted(share, 100 - share);
                all.add(
                        Variant.of(
                                        isOn ? "pre-preparing" : "every entry prepared",
                                        share + " %",
                                        laboratory,
                                        mix)
                                .withSettings("paxos: {pre-preparing: %s}".formatted(isOn)));
            }
        }
        return all;
    }

    private static List<Variant> applying(Laboratory laboratory) {
        return Stream.of(1, 32)
                .flatMap(batch ->
                        Stream.of("list-append=100", "counter=100")
                                .map(mix ->
                                        Variant.of(mix, "" + batch, laboratory, mix)
                                                .withSettings(
                                                        "entities: {apply-batch: %d}"
                                                                .formatted(batch))))
                .toList();
    }

    private static List<Variant> replication(Laboratory laboratory) {
        return Stream.of(1, 3, 5)
                .flatMap(count ->
                        Stream.of(1, laboratory.clients())
                                .map(clients ->
                                        Variant.of(
                                                        clients + " clients",
                                                        "" + count,
                                                        laboratory.withClients(clients),
                                                        "write=100")
                                                .withReplicas(count)))
                .toList();
    }

    private static List<Variant> marks(Laboratory laboratory) {
        return Stream.of("0ms", "1ms", "5ms", "50ms")
                .flatMap(delay ->
                        Stream.of("write=100", "write=50,read=50")
                                .map(mix ->
                                        Variant.of(mix, delay, laboratory, mix)
                                                .withSettings(
                                                        "peer: {lazy-delay: %s}".formatted(delay))))
                .toList();
    }
}

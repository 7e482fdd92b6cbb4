package io.paxosstore.node.space;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The spaces of a cluster at one version of the catalog. Immutable. It is the value of key {@code
 * catalog} in system space 0; ids are never used again. Those of key-value spaces begin at 1, those
 * of entity spaces at 2^24: the number tells the kind.
 *
 * <pre>
 *  format: u8 = 2 | next key-value id: varint | next entity id: varint | count: varint |
 *                   count times space
 *  space: id: varint | name: len, UTF-8 | kind: u8 | state: u8 = 1 | creator: u64, u64
 *  kind: 1 key-value, 2 entity
 * </pre>
 */
public final class Catalog {
    /** The space that holds the catalog; closed to clients. */
    public static final int SYSTEM_SPACE = 0;

    /** Where the catalog is kept. */
    public static final EntityKey KEY =
            new EntityKey(SYSTEM_SPACE, "catalog".getBytes(StandardCharsets.UTF_8));

    /** Before the first space. */
    public static final Catalog EMPTY = new Catalog(0, Numbers.FIRST, List.of());

    private static final int FORMAT = 2;
    private static final int KIND_KEY_VALUE = 1;
    private static final int KIND_ENTITY = 2;
    private static final int STATE_ACTIVE = 1;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,64}");

    /** What a space id stands for. */
    public enum Status {
        ACTIVE,
        DROPPED,
        /** Not in this version of the catalog; a newer one may know it. */
        UNKNOWN
    }

    /**
     * Names the request that created a space, so that its repeat is recognised.
     *
     * @param clientId who asked
     * @param stamp the request's
     */
    public record Creator(long clientId, long stamp) {}

    /** A space and the request that created it. */
    record Entry(SpaceInfo space, Creator creator) {}

    /** The next id of each kind: every lower one of that kind was given to a space once. */
    private record Numbers(int keyValue, int entity) {
        static final Numbers FIRST =
                new Numbers(
                        SpaceNumbers.first(SpaceKind.KEY_VALUE),
                        SpaceNumbers.first(SpaceKind.ENTITY));

        int next(SpaceKind kind) {
            return kind == SpaceKind.KEY_VALUE ? keyValue : entity;
        }

        Numbers after(SpaceKind kind) {
            return kind == SpaceKind.KEY_VALUE
                    ? new Numbers(keyValue + 1, entity)
                    : new Numbers(keyValue, entity + 1);
        }

        boolean given(int id) {
            SpaceKind kind = SpaceKind.of(id);
            return id >= SpaceNumbers.first(kind) && id < next(kind);
        }
    }

    private final long version;
    private final Numbers numbers;

    /** In the order of their creation, which the encoding keeps. */
    private final List<Entry> entries;

    /** Every request asks for its space, so neither lookup depends on how many there are. */
    private final Map<Integer, Entry> byId;

    private final Map<String, Entry> byName;

    private Catalog(long version, Numbers numbers, List<Entry> entries) {
        this(
                version,
                numbers,
                List.copyOf(entries),
                index(entries, entry -> entry.space().id()),
                index(entries, entry -> entry.space().name()));
    }

    private Catalog(
            long version,
            Numbers numbers,
            List<Entry> entries,
            Map<Integer, Entry> byId,
            Map<String, Entry> byName) {
        this.version = version;
        this.numbers = numbers;
        this.entries = entries;
        this.byId = byId;
        this.byName = byName;
    }

    private static <K> Map<K, Entry> index(List<Entry> entries, Function<Entry, K> key) {
        Map<K, Entry> index = HashMap.newHashMap(entries.size());
        entries.forEach(entry -> index.putIfAbsent(key.apply(entry), entry));
        return index;
    }

    /** The key's version this was read at; 0 before the first space. */
    public long version() {
        return version;
    }

    /** The id that the next space of a kind gets: every lower one was given to a space once. */
    public int nextId(SpaceKind kind) {
        return numbers.next(kind);
    }

    /** All ids that stand for a dropped space. */
    IntStream droppedIds() {
        return Arrays.stream(SpaceKind.values())
                .flatMapToInt(kind -> IntStream.range(SpaceNumbers.first(kind), numbers.next(kind)))
                .filter(id -> status(id) == Status.DROPPED);
    }

    /** All spaces, in ascending order of their names. */
    public List<SpaceInfo> spaces() {
        return entries.stream()
                .map(Entry::space)
                .sorted(Comparator.comparing(SpaceInfo::name))
                .toList();
    }

    /** How many spaces there are. */
    public int size() {
        return entries.size();
    }

    /** What an id stands for. */
    public Status status(int id) {
        if (space(id) != null) {
            return Status.ACTIVE;
        }
        return numbers.given(id) ? Status.DROPPED : Status.UNKNOWN;
    }

    /** The space of an id; null if there is none. */
    public @Nullable SpaceInfo space(int id) {
        Entry entry = byId.get(id);
        return entry == null ? null : entry.space();
    }

    /** The space of a name; null if there is none. */
    public @Nullable SpaceInfo named(String name) {
        Entry entry = find(name);
        return entry == null ? null : entry.space();
    }

    @Nullable Entry find(String name) {
        return byName.get(name);
    }

    /** Whether a name may be given to a space. */
    static boolean isValidName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Whether a kind has a number left: its numbers are given away once and for ever. */
    boolean hasRoom(SpaceKind kind) {
        return numbers.next(kind) < SpaceNumbers.end(kind);
    }

    Catalog with(String name, SpaceKind kind, Creator creator) {
        List<Entry> longer = new ArrayList<>(entries);
        longer.add(new Entry(new SpaceInfo(numbers.next(kind), name, kind), creator));
        return new Catalog(version, numbers.after(kind), longer);
    }

    Catalog without(String name) {
        return new Catalog(
                version,
                numbers,
                entries.stream().filter(entry -> !entry.space().name().equals(name)).toList());
    }

    /** The same spaces, as read at another version. */
    Catalog at(long newVersion) {
        return new Catalog(newVersion, numbers, entries, byId, byName);
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(256).putByte(FORMAT);
        out.putVarint(numbers.keyValue()).putVarint(numbers.entity()).putVarint(entries.size());
        for (Entry entry : entries) {
            out.putVarint(entry.space().id()).putText(entry.space().name());
            out.putByte(codeOf(entry.space().kind())).putByte(STATE_ACTIVE);
            out.putLong(entry.creator().clientId()).putLong(entry.creator().stamp());
        }
        return out.toBytes();
    }

    private static int codeOf(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> KIND_KEY_VALUE;
            case ENTITY -> KIND_ENTITY;
        };
    }

    private static SpaceKind kindOf(int code, int id) {
        SpaceKind kind =
                switch (code) {
                    case KIND_KEY_VALUE -> SpaceKind.KEY_VALUE;
                    case KIND_ENTITY -> SpaceKind.ENTITY;
                    default ->
                            throw new MalformedBytesException(
                                    "The catalog has a space of unknown kind.");
                };
        if (kind != SpaceKind.of(id)) {
            throw new MalformedBytesException(
                    "The catalog has a space of kind "
                            + kind.word()
                            + " with the number "
                            + id
                            + ".");
        }
        return kind;
    }

    /**
     * Reads a catalog.
     *
     * @param version the key's version
     */
    public static Catalog decode(long version, byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException("The catalog has the unknown format " + format + ".");
        }
        Numbers numbers = new Numbers(in.getIntVarint(), in.getIntVarint());
        int count = in.getIntVarint();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = in.getIntVarint();
            String name = in.getText();
            SpaceKind kind = kindOf(in.getByte(), id);
            if (in.getByte() != STATE_ACTIVE) {
                throw new MalformedBytesException("The catalog has a space of unknown state.");
            }
            entries.add(
                    new Entry(
                            new SpaceInfo(id, name, kind),
                            new Creator(in.getLong(), in.getLong())));
        }
        return new Catalog(version, numbers, entries);
    }
}

package io.paxosstore.node.space;

import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
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
 * catalog} in system space 0; ids are never used again ({@link SpaceNumbers}). Those of key-value
 * spaces are below 2^24, those of entity spaces are not: the number tells the kind.
 *
 * <pre>
 *  format: u8 = 4 | first key-value id: varint | first entity id: varint |
 *                   next key-value id: varint | next entity id: varint | count: varint |
 *                   count times space | clock, milliseconds: varint | request table, the rest
 *  space: id: varint | name: len, UTF-8 | kind: u8 | state: u8 = 1
 *  kind: 1 key-value, 2 entity
 * </pre>
 *
 * <p>The request table ({@link RequestTable}) holds what became of recent changes, each a {@link
 * CatalogResult}; the clock is that of the newest. Format 3 has no first ids: they are 1 and 2^24.
 * It is written where they are. Format 2 has no clock and no table, and after each state the
 * request that created the space (u64, u64); it is read.
 */
public final class Catalog {
    /** Where the catalog is kept. */
    public static final EntityKey KEY =
            new EntityKey(EntityKey.SYSTEM_SPACE, "catalog".getBytes(StandardCharsets.UTF_8));

    /** Before the first space. */
    public static final Catalog EMPTY =
            new Catalog(0, SpaceNumbers.LOWEST, List.of(), 0, new byte[0]);

    private static final int FORMAT = 4;

    /** Without the first numbers, which are the lowest. */
    private static final int FORMAT_LOWEST = 3;

    /** Without a request table, but with the creators of the spaces. */
    private static final int FORMAT_CREATORS = 2;

    private static final int CREATOR_BYTES = 2 * Long.BYTES;

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

    private final long version;
    private final SpaceNumbers numbers;

    /** In the order of their creation, which the encoding keeps. */
    private final List<SpaceInfo> entries;

    /** Every request asks for its space, so neither lookup depends on how many there are. */
    private final Map<Integer, SpaceInfo> byId;

    private final Map<String, SpaceInfo> byName;

    private final long clockMillis;

    /** Encoded, as it is of use to changes alone; empty for none. */
    private final byte[] requests;

    private Catalog(
            long version,
            SpaceNumbers numbers,
            List<SpaceInfo> entries,
            long clockMillis,
            byte[] requests) {
        this(
                version,
                numbers,
                List.copyOf(entries),
                index(entries, SpaceInfo::id),
                index(entries, SpaceInfo::name),
                clockMillis,
                requests);
    }

    private Catalog(
            long version,
            SpaceNumbers numbers,
            List<SpaceInfo> entries,
            Map<Integer, SpaceInfo> byId,
            Map<String, SpaceInfo> byName,
            long clockMillis,
            byte[] requests) {
        this.version = version;
        this.numbers = numbers;
        this.entries = entries;
        this.byId = byId;
        this.byName = byName;
        this.clockMillis = clockMillis;
        this.requests = requests;
    }

    private static <K> Map<K, SpaceInfo> index(
            List<SpaceInfo> entries, Function<SpaceInfo, K> key) {
        Map<K, SpaceInfo> index = HashMap.newHashMap(entries.size());
        entries.forEach(entry -> index.putIfAbsent(key.apply(entry), entry));
        return index;
    }

    /** The key's version this was read at; 0 before the first space. */
    public long version() {
        return version;
    }

    /** The id that the first space of a kind got, or gets. */
    public int firstId(SpaceKind kind) {
        return numbers.first(kind);
    }

    /** The id that the next space of a kind gets: all from the first to it were given once. */
    public int nextId(SpaceKind kind) {
        return numbers.next(kind);
    }

    /**
     * The ids that stand for a dropped space, and did not in an earlier version. Found among the
     * spaces of that version and the numbers given since: all that were ever given may be a
     * million.
     */
    IntStream droppedSince(Catalog before) {
        IntStream were = before.entries.stream().mapToInt(SpaceInfo::id);
        IntStream given =
                Arrays.stream(SpaceKind.values())
                        .flatMapToInt(kind -> numbers.givenSince(before.numbers, kind));
        return IntStream.concat(were, given).filter(id -> status(id) == Status.DROPPED);
    }

    /** All spaces, in ascending order of their names. */
    public List<SpaceInfo> spaces() {
        return entries.stream().sorted(Comparator.comparing(SpaceInfo::name)).toList();
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

    /** Whether this version has a space of this id, or a newer one may have it. */
    boolean mayComeToBe(int id) {
        return space(id) != null
                || (id > EntityKey.SYSTEM_SPACE
                        && (isUnfounded() || id >= numbers.next(SpaceKind.of(id))));
    }

    /** The space of an id; null if there is none. */
    public @Nullable SpaceInfo space(int id) {
        return byId.get(id);
    }

    /** The space of a name; null if there is none. */
    public @Nullable SpaceInfo named(String name) {
        return byName.get(name);
    }

    /** Whether another version has the same spaces, of whatever changes it knows. */
    boolean hasSpacesOf(Catalog other) {
        return entries.equals(other.entries);
    }

    /** The clock of the newest change; 0 before the first. */
    long clockMillis() {
        return clockMillis;
    }

    /**
     * What became of recent changes: the caller's own copy.
     *
     * @throws MalformedBytesException if the bytes say nothing of the kind
     */
    RequestTable requests() {
        try {
            return requests.length == 0
                    ? new RequestTable()
                    : RequestTable.decode(ByteBuffer.wrap(requests));
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new MalformedBytesException("The catalog has a malformed table of requests.");
        }
    }

    /** Whether a name may be given to a space. */
    static boolean isValidName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Whether a kind has a number left: its numbers are given away once and for ever, and a store
     * remembers those of dropped spaces, of all kinds together.
     */
    boolean hasRoom(SpaceKind kind) {
        return numbers.next(kind) < SpaceNumbers.end(kind)
                && numbers.given() < NodeIdentity.DROPPED_SPACES_MAX;
    }

    /** Whether no space was ever created. */
    boolean isUnfounded() {
        return numbers.given() == 0;
    }

    /** The same, which this request founds by creating the first space. */
    Catalog foundedBy(RequestId request) {
        return new Catalog(
                version,
                SpaceNumbers.foundedBy(request),
                entries,
                byId,
                byName,
                clockMillis,
                requests);
    }

    Catalog with(String name, SpaceKind kind) {
        List<SpaceInfo> longer = new ArrayList<>(entries);
        longer.add(new SpaceInfo(numbers.next(kind), name, kind));
        return new Catalog(version, numbers.after(kind), longer, clockMillis, requests);
    }

    Catalog without(String name) {
        List<SpaceInfo> shorter =
                entries.stream().filter(entry -> !entry.name().equals(name)).toList();
        return new Catalog(version, numbers, shorter, clockMillis, requests);
    }

    /** The same spaces, as read at another version. */
    Catalog at(long newVersion) {
        return new Catalog(newVersion, numbers, entries, byId, byName, clockMillis, requests);
    }

    /** The same spaces, with other recent changes. */
    public Catalog remembering(RequestTable recent, long newClockMillis) {
        return new Catalog(
                version, numbers, entries, byId, byName, newClockMillis, recent.toBytes());
    }

    /** The bytes of the format above. */
    public byte[] encode() {
        ByteWriter out = new ByteWriter(256);
        if (numbers.beginsLowest()) {
            out.putByte(FORMAT_LOWEST);
        } else {
            out.putByte(FORMAT);
            out.putVarint(numbers.firstKeyValue()).putVarint(numbers.firstEntity());
        }
        out.putVarint(numbers.nextKeyValue()).putVarint(numbers.nextEntity());
        out.putVarint(entries.size());
        for (SpaceInfo space : entries) {
            out.putVarint(space.id()).putText(space.name());
            out.putByte(codeOf(space.kind())).putByte(STATE_ACTIVE);
        }
        return out.putVarint(clockMillis).putRaw(requests).toBytes();
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
        if (format < FORMAT_CREATORS || format > FORMAT) {
            throw new MalformedBytesException("The catalog has the unknown format " + format + ".");
        }
        SpaceNumbers first =
                format == FORMAT
                        ? SpaceNumbers.read(in.getIntVarint(), in.getIntVarint())
                        : SpaceNumbers.LOWEST;
        SpaceNumbers numbers = first.before(in.getIntVarint(), in.getIntVarint());
        int count = in.getIntVarint();
        List<SpaceInfo> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = in.getIntVarint();
            String name = in.getText();
            SpaceKind kind = kindOf(in.getByte(), id);
            if (in.getByte() != STATE_ACTIVE) {
                throw new MalformedBytesException("The catalog has a space of unknown state.");
            }
            if (format == FORMAT_CREATORS) {
                in.skip(CREATOR_BYTES);
            }
            if (!numbers.given(id)) {
                throw new MalformedBytesException(
                        "The catalog has a space with the number "
                                + id
                                + ", which none was given.");
            }
            entries.add(new SpaceInfo(id, name, kind));
        }
        return format == FORMAT_CREATORS
                ? new Catalog(version, numbers, entries, 0, new byte[0])
                : new Catalog(version, numbers, entries, in.getVarint(), in.getRest());
    }
}

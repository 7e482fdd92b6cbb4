package io.paxosstore.server.space;

import io.paxosstore.client.wire.SpaceInfo;
import io.paxosstore.client.wire.SpaceKind;
import io.paxosstore.core.EntityKey;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.ByteWriter;
import io.paxosstore.server.net.MalformedFrameException;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The spaces of a cluster at one version of the catalog. Immutable. It is the value of key {@code
 * catalog} in system space 0; ids are never used again.
 *
 * <pre>
 *  format: u8 = 1 | next id: varint | count: varint | count times space
 *  space: id: varint | name: len, UTF-8 | kind: u8 | state: u8 = 1 | creator: u64, u64
 * </pre>
 */
public final class Catalog {
    /** The space that holds the catalog; closed to clients. */
    public static final int SYSTEM_SPACE = 0;

    /** Where the catalog is kept. */
    public static final EntityKey KEY =
            new EntityKey(SYSTEM_SPACE, "catalog".getBytes(StandardCharsets.UTF_8));

    /** Before the first space. */
    public static final Catalog EMPTY = new Catalog(0, 1, List.of());

    private static final int FORMAT = 1;
    private static final int KIND_KEY_VALUE = 1;
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

    private final long version;
    private final int nextId;
    private final List<Entry> entries;

    private Catalog(long version, int nextId, List<Entry> entries) {
        this.version = version;
        this.nextId = nextId;
        this.entries = entries;
    }

    /** The key's version this was read at; 0 before the first space. */
    public long version() {
        return version;
    }

    /** Every id below it was given to a space once. */
    public int nextId() {
        return nextId;
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
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).space().id() == id) {
                return Status.ACTIVE;
            }
        }
        return id > SYSTEM_SPACE && id < nextId ? Status.DROPPED : Status.UNKNOWN;
    }

    @Nullable Entry find(String name) {
        for (Entry entry : entries) {
            if (entry.space().name().equals(name)) {
                return entry;
            }
        }
        return null;
    }

    /** Whether a name may be given to a space. */
    static boolean isValidName(String name) {
        return NAME.matcher(name).matches();
    }

    Catalog with(String name, SpaceKind kind, Creator creator) {
        List<Entry> longer = new ArrayList<>(entries);
        longer.add(new Entry(new SpaceInfo(nextId, name, kind), creator));
        return new Catalog(version, nextId + 1, longer);
    }

    Catalog without(String name) {
        return new Catalog(
                version,
                nextId,
                entries.stream().filter(entry -> !entry.space().name().equals(name)).toList());
    }

    /** The same spaces, as read at another version. */
    Catalog at(long newVersion) {
        return new Catalog(newVersion, nextId, entries);
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(256).u8(FORMAT).varint(nextId).varint(entries.size());
        for (Entry entry : entries) {
            out.varint(entry.space().id()).text(entry.space().name());
            out.u8(codeOf(entry.space().kind())).u8(STATE_ACTIVE);
            out.u64(entry.creator().clientId()).u64(entry.creator().stamp());
        }
        return out.toBytes();
    }

    private static int codeOf(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> KIND_KEY_VALUE;
        };
    }

    /**
     * Reads a catalog.
     *
     * @param version the key's version
     */
    static Catalog decode(long version, byte[] bytes) throws MalformedFrameException {
        ByteReader in = ByteReader.of(bytes);
        int format = in.u8();
        if (format != FORMAT) {
            throw new MalformedFrameException("the catalog has the unknown format " + format);
        }
        int nextId = in.smallVarint();
        int count = in.smallVarint();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = in.smallVarint();
            String name = in.text();
            int kind = in.u8();
            int state = in.u8();
            if (kind != KIND_KEY_VALUE || state != STATE_ACTIVE) {
                throw new MalformedFrameException("the catalog has a space of unknown kind");
            }
            entries.add(
                    new Entry(
                            new SpaceInfo(id, name, SpaceKind.KEY_VALUE),
                            new Creator(in.u64(), in.u64())));
        }
        return new Catalog(version, nextId, entries);
    }
}

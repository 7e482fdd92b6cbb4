package io.paxosstore.console.data;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Cursor;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Versioned;
import io.paxosstore.console.SpacesHeld;
import io.paxosstore.console.answer.Answer;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What is stored, page by page, read as any client reads it, over all nodes. Thread-safe; waits for
 * the cluster, at most {@link #PATIENCE} for each request.
 */
public final class DataPages implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final CallOptions OPTIONS = CallOptions.DEFAULT.deadline(PATIENCE);
    private static final Page PAGE = new Page(100, 256 << 10);
    private static final int ROWS_MAX = 500;
    private static final int COLUMNS_MAX = 100;

    /** Of the rows of a SELECT; the rest is left out. */
    private static final int SHOWN_BYTES_MAX = 1 << 20;

    private static final long SCAN_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);

    private final boolean isAllowed;
    private final Supplier<String> addresses;
    private final Supplier<SpacesHeld> held;
    private @Nullable PaxosStore store; // guarded by this
    private boolean isClosed; // guarded by this

    /**
     * @param isAllowed whether anything is shown
     * @param addresses where the nodes of the cluster are reached
     * @param held what the node of this console holds of the spaces
     */
    public DataPages(boolean isAllowed, Supplier<String> addresses, Supplier<SpacesHeld> held) {
        this.isAllowed = isAllowed;
        this.addresses = addresses;
        this.held = held;
    }

    /**
     * Answers.
     *
     * @param page what is wanted: spaces, scan, key, entity, object or select
     */
    public Answer answer(String page, Map<String, String> parameters) {
        if (!isAllowed) {
            return Answer.refusal(403, "This console shows no data (console.data is false).");
        }
        try {
            Parameters asked = new Parameters(parameters);
            return switch (page) {
                case "spaces" -> Answer.of(spaces());
                case "scan" -> Answer.of(scan(asked));
                case "key" -> Answer.of(key(asked));
                case "entity" -> Answer.of(entity(asked));
                case "object" -> Answer.of(new ObjectPages(entityOf(asked), PAGE).page(asked));
                case "select" -> Answer.of(select(asked));
                default -> Answer.refusal(404, "The console has no page of data " + page + ".");
            };
        } catch (IllegalArgumentException | RejectedException e) {
            return Answer.refusal(400, String.valueOf(e.getMessage()));
        } catch (NotDoneException e) {
            boolean isMistake =
                    e.reason() == NotDoneException.Reason.WRONG_KIND
                            || e.reason() == NotDoneException.Reason.UNKNOWN_SPACE;
            return Answer.refusal(isMistake ? 400 : 503, String.valueOf(e.getMessage()));
        } catch (PaxosStoreException | IllegalStateException e) {
            return Answer.refusal(503, "It cannot be read now: " + e.getMessage());
        }
    }

    private synchronized PaxosStore store() {
        if (isClosed) {
            throw new IllegalStateException("the node stops");
        }
        if (store == null) {
            store =
                    PaxosStore.connect(
                            addresses.get(),
                            ClientOptions.builder()
                                    .name("console")
                                    .deadline(PATIENCE)
                                    .connectTimeout(PATIENCE)
                                    .build());
        }
        return store;
    }

    private List<Object> spaces() {
        SpacesHeld spaces = held.get();
        List<Object> all = new ArrayList<>();
        for (SpaceInfo space : store().listSpaces()) {
            SpacesHeld.Held here = spaces.of(space.id());
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("id", space.id());
            shown.put("name", space.name());
            shown.put("kind", Shown.kind(space.kind()));
            shown.put("keys", here == null ? null : here.keys());
            shown.put("bytes", here == null ? null : here.bytes());
            all.add(shown);
        }
        return all;
    }

    private SpaceKind kind(String name) {
        return store().listSpaces().stream()
                .filter(space -> space.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no space '" + name + "'."))
                .kind();
    }

    private KeyValue<byte[], byte[]> keys(String space) {
        return store().keyValue(space, Codec.bytes(), Codec.bytes()).with(OPTIONS);
    }

    /** Goes on until a page is full, there is no more, or it takes long: parts may be short. */
    private Map<String, Object> scan(Parameters asked) {
        String space = asked.text("space");
        byte[] prefix = asked.text("prefix", "").getBytes(StandardCharsets.UTF_8);
        SpaceKind kind = kind(space);
        Cursor from = asked.cursor();
        List<Object> found = new ArrayList<>();
        long begun = System.nanoTime();
        do {
            Slice<Object> part =
                    kind == SpaceKind.KEY_VALUE
                            ? keys(space, prefix, from)
                            : ids(space, prefix, from);
            found.addAll(part.elements());
            from = part.next().orElse(null);
        } while (from != null
                && found.size() < PAGE.elements()
                && System.nanoTime() - begun < SCAN_NANOS_MAX);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("kind", Shown.kind(kind));
        answer.put("found", found);
        answer.put("next", from == null ? null : Parameters.encode(from));
        return answer;
    }

    private Slice<Object> keys(String space, byte[] prefix, @Nullable Cursor from) {
        KeyValue<byte[], byte[]> keys = keys(space);
        Slice<Map.Entry<byte[], Versioned<byte[]>>> part =
                from == null ? keys.scan(prefix, PAGE) : keys.scan(from, PAGE);
        return new Slice<>(
                part.elements().stream()
                        .<Object>map(each -> shown(each.getKey(), each.getValue()))
                        .toList(),
                part.next());
    }

    private Slice<Object> ids(String space, byte[] prefix, @Nullable Cursor from) {
        EntitySpace<byte[]> entities = store().entitySpace(space, Codec.bytes(), OPTIONS);
        Slice<byte[]> part = from == null ? entities.scan(prefix, PAGE) : entities.scan(from, PAGE);
        return new Slice<>(
                part.elements().stream().<Object>map(id -> Map.of("key", Shown.name(id))).toList(),
                part.next());
    }

    private static Map<String, Object> shown(byte[] key, Versioned<byte[]> value) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("key", Shown.name(key));
        shown.put("value", Shown.bytes(value.value()));
        shown.put("version", value.version());
        shown.put("expires", value.expiresAtMillis());
        return shown;
    }

    private Map<String, Object> key(Parameters asked) {
        byte[] key = asked.bytes("id");
        return keys(asked.text("space"))
                .getVersioned(key)
                .map(value -> shown(key, value))
                .orElseThrow(() -> new IllegalArgumentException("There is no such key now."));
    }

    private Entity entityOf(Parameters asked) {
        return store().entity(asked.text("space"), asked.bytes("id")).with(OPTIONS);
    }

    private Map<String, Object> entity(Parameters asked) {
        Entity entity = entityOf(asked);
        Result.Names names = entity.objects(asked.text("from", ""), PAGE);
        List<Object> objects = new ArrayList<>();
        for (Result.Name name : names.names()) {
            objects.add(Map.of("name", name.name(), "type", name.type().word()));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", entity.version());
        answer.put("objects", objects);
        answer.put("next", names.next());
        return answer;
    }

    private Map<String, Object> select(Parameters asked) {
        var rows = entityOf(asked).select(asked.text("statement"), ROWS_MAX + 1);
        if (rows.columns().size() > COLUMNS_MAX) {
            throw new IllegalArgumentException(
                    "The console shows at most " + COLUMNS_MAX + " columns; select fewer.");
        }
        List<Object> shown = new ArrayList<>();
        long bytes = 0;
        for (List<@Nullable Object> row : rows.rows()) {
            if (shown.size() == ROWS_MAX || bytes > SHOWN_BYTES_MAX) {
                break;
            }
            List<@Nullable Object> values = ObjectPages.row(row);
            shown.add(values);
            bytes += values.toString().length();
        }
        boolean isCut = shown.size() < rows.rows().size();
        return Map.of("columns", rows.columns(), "rows", shown, "cut", isCut);
    }

    /** Ends it. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (store != null) {
            store.close();
        }
    }
}

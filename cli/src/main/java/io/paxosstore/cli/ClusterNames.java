package io.paxosstore.cli;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Asks the cluster for names. Each look-up has a page and a fraction of a second; a cluster that is
 * slow or down gives none, and while one look-up is under way there is no other.
 */
final class ClusterNames implements KnownNames {
    /** So long a person waits for a completion without noticing much. */
    static final Duration LOOK_UP_MAX = Duration.ofMillis(300);

    private static final Page PAGE = Page.of(100);

    private final PaxosStore store;
    private final Duration patience;
    private final CallOptions options;
    private final AtomicBoolean isAsking = new AtomicBoolean();

    ClusterNames(PaxosStore store) {
        this(store, LOOK_UP_MAX);
    }

    /**
     * @param patience how long a look-up may take
     */
    ClusterNames(PaxosStore store, Duration patience) {
        this.store = store;
        this.patience = patience;
        this.options = CallOptions.DEFAULT.deadline(patience);
    }

    @Override
    public List<SpaceInfo> spaces() {
        return ask(store::listSpaces);
    }

    @Override
    public List<String> entities(String space, String prefix) {
        long begin = System.nanoTime();
        return ask(() -> {
            Iterator<byte[]> ids =
                    store.entitySpace(space, Codec.bytes())
                            .with(options)
                            .scan(prefix.getBytes(StandardCharsets.UTF_8))
                            .inPagesOf(PAGE)
                            .iterator();
            List<String> found = new ArrayList<>();
            // A page may have few of them; what is there after half of the time will do.
            while (found.size() < PAGE.elements()
                    && System.nanoTime() - begin < patience.toNanos() / 2
                    && ids.hasNext()) {
                byte[] id = ids.next();
                String name = new String(id, StandardCharsets.UTF_8);
                if (isText(id) && isTyped(name)) {
                    found.add(name);
                }
            }
            return found;
        });
    }

    /** Else it is another name that would be completed. */
    private static boolean isText(byte[] id) {
        return Arrays.equals(
                id, new String(id, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether somebody can have it on a line. */
    private static boolean isTyped(String name) {
        return name.chars().noneMatch(Character::isISOControl);
    }

    @Override
    public List<Result.Name> objects(String entity, String prefix) {
        int colon = entity.indexOf(':');
        if (colon < 1) {
            return List.of();
        }
        return ask(() -> {
            Entity opened =
                    store.entitySpace(entity.substring(0, colon), EntitySteps.TEXT)
                            .entity(entity.substring(colon + 1))
                            .with(options);
            return opened.objects(prefix, PAGE).names().stream()
                    .filter(name -> name.name().startsWith(prefix) && isTyped(name.name()))
                    .toList();
        });
    }

    private <T> List<T> ask(Supplier<List<T>> question) {
        if (!isAsking.compareAndSet(false, true)) {
            return List.of();
        }
        CompletableFuture<List<T>> answer = new CompletableFuture<>();
        Thread.ofVirtual()
                .name("completion")
                .start(() -> {
                    List<T> found = List.of();
                    try {
                        found = question.get();
                    } catch (PaxosStoreException | IllegalArgumentException e) {
                        found = List.of(); // the command itself will say why
                    } finally {
                        isAsking.set(false);
                        answer.complete(found);
                    }
                });
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}

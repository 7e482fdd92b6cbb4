package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All elements of an object, or of a part of it, fetched page by page while they are taken: by a
 * loop, an {@link #iterator} or a {@link #stream}. Nothing is asked before the first element is
 * wanted, and a page only when the one before it is used up; so memory holds one page at a time,
 * however large the object is (of keys of a space two: from the second page on, the next is fetched
 * while one is taken). Between pages neither client nor servers keep anything open: nothing needs
 * to be closed, and a scan may be left off anywhere.
 *
 * <p>Each page is a call of its own. It has the handle's deadline and read mode for itself alone;
 * the scan as a whole has no deadline. A page that fails throws what the call would, from {@code
 * hasNext} or {@code next}; the iterator stays where it is, so that asking it again repeats that
 * page, and what was taken before is not told twice. As with all blocking calls, elements must not
 * be taken on the client's network thread.
 *
 * <p>A scan is no snapshot: each page shows one version of the object, and the next one may show a
 * later version. With linearizable reads a page is never older than the one before it; with LOCAL
 * reads it may be.
 *
 * <ul>
 *   <li>Sets, maps, rows in the order of the primary key and the names of an entity's objects come
 *       in strictly ascending (or descending) order, so nothing comes twice. What is there from the
 *       first page to the last comes exactly once. What is added, removed or changed meanwhile may
 *       come as it was before or after the change, or, if added or removed, not at all.
 *   <li>Ranges of a sorted set in the order of its scores: a member whose score changes meanwhile
 *       may come twice or not at all; all others once, but that a range of ranks ends when as many
 *       have come as it has places.
 *   <li>Queues come in the order of their sequence numbers, nothing twice; what is acknowledged or
 *       no longer retained before its page is fetched is left out, and what is enqueued meanwhile
 *       comes too. The scan ends with the first page that finds nothing.
 *   <li>Rows in another order: a row whose place in that order changes meanwhile may come twice or
 *       not at all; all others as above.
 *   <li>Keys of a space and ids of its entities come in an order of their own, see {@link
 *       KeyValue#scan(byte[])}; else like fields of a map, but that each value is of its own
 *       moment.
 *   <li>Lists go by index. As long as elements are added and removed at the end only, what stays
 *       comes once. One that is added at the beginning moves all others on, so that one comes
 *       twice; one that is removed there leaves one out.
 * </ul>
 *
 * Immutable and thread-safe; each iterator and stream is a scan of its own from the beginning, for
 * one thread at a time.
 *
 * @param <T> the type of an element
 */
public final class Scan<T> implements Iterable<T> {
    /** The pages that are fetched if nothing else is said. */
    public static final Page PAGE_DEFAULT = Page.of(1_000);

    /** Fetches a page and says where the next one comes from. */
    @FunctionalInterface
    interface Source<T> {
        Part<T> fetch(Page page);

        /** The page will be fetched soon: begins with it, if that can be done meanwhile. */
        default void begin(Page page) {}
    }

    /**
     * A page.
     *
     * @param next where the next one comes from; null after the last one
     */
    record Part<T>(List<T> elements, @Nullable Source<T> next) {}

    private final Source<T> source;
    private final Page page;

    Scan(Source<T> source) {
        this(source, PAGE_DEFAULT);
    }

    private Scan(Source<T> source, Page page) {
        this.source = source;
        this.page = page;
    }

    /** A scan of slices, whose cursors say where the next one begins. */
    static <T> Scan<T> ofSlices(
            Function<Page, Slice<T>> first, BiFunction<Cursor, Page, Slice<T>> more) {
        return new Scan<>(page -> part(first.apply(page), more));
    }

    private static <T> Part<T> part(Slice<T> slice, BiFunction<Cursor, Page, Slice<T>> more) {
        Cursor from = slice.next().orElse(null);
        return new Part<>(
                slice.elements(), from == null ? null : page -> part(more.apply(from, page), more));
    }

    /**
     * The same scan in pages of another size: smaller ones need less memory and show elements
     * sooner, greater ones need fewer calls.
     */
    public Scan<T> inPagesOf(Page newPage) {
        return new Scan<>(source, Objects.requireNonNull(newPage));
    }

    /** Takes the elements one by one, from the beginning. It removes nothing. */
    @Override
    public Iterator<T> iterator() {
        return new Elements<>(source, page);
    }

    /**
     * Takes the elements as a sequential stream, from the beginning. Operations that need few
     * elements fetch few pages, as {@code limit} and {@code findFirst} do. It is never split among
     * threads, for that would read ahead: {@code parallel} gains nothing.
     */
    public Stream<T> stream() {
        return StreamSupport.stream(() -> new Undivided<>(iterator()), Undivided.TRAITS, false);
    }

    /** The spliterator of {@link #stream}. */
    @Override
    public Spliterator<T> spliterator() {
        return new Undivided<>(iterator());
    }

    /** Where a scan has come to. */
    private static final class Elements<T> implements Iterator<T> {
        private final Page page;
        private @Nullable Source<T> next;
        private List<T> elements = List.of();
        private int taken;
        private int fetched;

        private Elements(Source<T> first, Page page) {
            this.page = page;
            this.next = first;
        }

        @Override
        public boolean hasNext() {
            // A page may be empty and yet not the last one: a call looks at so many rows only.
            while (taken == elements.size()) {
                Source<T> source = next;
                if (source == null) {
                    return false;
                }
                elements = List.of(); // not more in memory than it takes
                taken = 0;
                Part<T> part = source.fetch(page);
                elements = part.elements();
                next = part.next();
                fetched++;
                if (fetched > 1 && next != null) { // who takes a second page takes more
                    next.begin(page);
                }
            }
            return true;
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            T element = elements.get(taken);
            taken++;
            return element;
        }
    }

    /** Never splits: a part for another thread would have to be read ahead into memory. */
    private static final class Undivided<T> extends Spliterators.AbstractSpliterator<T> {
        private static final int TRAITS = Spliterator.ORDERED | Spliterator.NONNULL;

        private final Iterator<T> elements;

        private Undivided(Iterator<T> elements) {
            super(Long.MAX_VALUE, TRAITS);
            this.elements = elements;
        }

        @Override
        public boolean tryAdvance(Consumer<? super T> action) {
            if (!elements.hasNext()) {
                return false;
            }
            action.accept(elements.next());
            return true;
        }

        @Override
        public @Nullable Spliterator<T> trySplit() {
            return null;
        }
    }
}

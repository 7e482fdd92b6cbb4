package io.paxosstore.table;

import io.paxosstore.protocol.model.Page;

/** How much an operation may still return; all operations of a MultiOp share it. */
public interface ResultRoom {
    /**
     * Counts what is returned outside of pages.
     *
     * @throws RuntimeException if it is too much: whoever gave the room knows of what kind
     */
    void returns(long bytes, int cells);

    /** Begins a page. */
    PageRoom page(Page page);

    /** What is left of a page. */
    interface PageRoom {
        /**
         * Whether one more row is to be returned; counts it then. The first one always is.
         *
         * @throws RuntimeException if there is no room for that, as in {@link #returns}
         */
        boolean takes(long bytes, int cells);
    }
}

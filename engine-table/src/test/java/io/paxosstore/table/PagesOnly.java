package io.paxosstore.table;

import io.paxosstore.protocol.model.Page;

/** Room for all results, but pages are no longer than was asked for. */
enum PagesOnly implements ResultRoom {
    /** The room. */
    ROOM;

    @Override
    public void returns(long bytes, int cells) {}

    @Override
    public PageRoom page(Page page) {
        int[] elements = {0};
        long[] sum = {0};
        return (bytes, _) -> {
            boolean fits = elements[0] < page.elements() && sum[0] + bytes <= page.bytes();
            boolean takes = elements[0] == 0 || fits;
            elements[0] += takes ? 1 : 0;
            sum[0] += takes ? bytes : 0;
            return takes;
        };
    }
}

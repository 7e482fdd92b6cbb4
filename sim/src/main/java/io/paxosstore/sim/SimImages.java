package io.paxosstore.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The images that are under way in a cluster. Their pages carry the number of the image instead of
 * its content: how an engine encodes images is tested with that engine. Not thread-safe.
 */
final class SimImages {
    private static final int PAGE_BYTES = 3 * Integer.BYTES;
    private static final int PAGES_MAX = 3;

    private final List<SimData.Image> all = new ArrayList<>();

    /**
     * A page.
     *
     * @param number of the page within its image, from 0
     */
    record Page(SimData.Image image, int number, boolean isLast) {}

    /** The pages of an image: some have one, some have more. */
    List<byte[]> pages(SimData.Image image) {
        int count = 1 + all.size() % PAGES_MAX;
        List<byte[]> pages = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            pages.add(
                    ByteBuffer.allocate(PAGE_BYTES)
                            .putInt(all.size())
                            .putInt(number)
                            .putInt(count)
                            .array());
        }
        all.add(image);
        return pages;
    }

    /** Reads a page. */
    Page read(byte[] page) {
        ByteBuffer in = ByteBuffer.wrap(page);
        SimData.Image image = all.get(in.getInt());
        int number = in.getInt();
        return new Page(image, number, number + 1 == in.getInt());
    }
}

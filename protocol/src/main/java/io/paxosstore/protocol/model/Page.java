package io.paxosstore.protocol.model;

/**
 * How much a read may return. What there is of it comes as long as neither is exceeded, but at
 * least one element.
 *
 * @param elements most elements, 1 to {@link ModelLimits#PAGE_ELEMENTS_MAX}
 * @param bytes most bytes of elements, 1 to {@link ModelLimits#PAGE_BYTES_MAX}
 */
public record Page(int elements, int bytes) {
    /** The greatest page. */
    public static final Page LARGEST =
            new Page(ModelLimits.PAGE_ELEMENTS_MAX, ModelLimits.PAGE_BYTES_MAX);

    /**
     * A page.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public Page {
        if (elements < 1 || elements > ModelLimits.PAGE_ELEMENTS_MAX) {
            throw new IllegalArgumentException(
                    "A page of "
                            + elements
                            + " elements was asked for; use 1 to "
                            + ModelLimits.PAGE_ELEMENTS_MAX
                            + ".");
        }
        if (bytes < 1 || bytes > ModelLimits.PAGE_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "A page of "
                            + bytes
                            + " bytes was asked for; use 1 to "
                            + ModelLimits.PAGE_BYTES_MAX
                            + ".");
        }
    }

    /** A page of so many elements, and as many bytes as any. */
    public static Page of(int elements) {
        return new Page(elements, ModelLimits.PAGE_BYTES_MAX);
    }
}

package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.OperationMix;

import org.jspecify.annotations.Nullable;

/**
 * A load under which stores are compared.
 *
 * @param clients closed loops, each with one outstanding operation
 */
record ComparedLoad(int clients, OperationMix mix) {
    /**
     * Reads {@code clients:mix}, such as {@code 64:write=50,read=50}.
     *
     * @throws IllegalArgumentException if it is something else; the message names it
     */
    static ComparedLoad parse(String text) {
        String[] parts = text.split(":", -1);
        try {
            if (parts.length == 2) {
                int clients = Integer.parseInt(parts[0]);
                OperationMix mix = OperationMix.parse(parts[1]);
                if (clients > 0) {
                    return new ComparedLoad(clients, mix);
                }
            }
        } catch (IllegalArgumentException e) {
            throw wrong(text, e);
        }
        throw wrong(text, null);
    }

    private static IllegalArgumentException wrong(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "\""
                        + text
                        + "\" is no load; give clients and shares of operations, such as"
                        + " 64:write=50,read=50 or 64:map-put=100.",
                cause);
    }

    @Override
    public String toString() {
        return clients + (clients == 1 ? " client, " : " clients, ") + mix;
    }
}

package io.paxosstore.bench.load;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;

import java.time.Duration;
import java.util.function.Function;

/** The client library under a load target. */
final class TargetClient {
    private static final int IN_FLIGHT_MAX = 65_536;

    private TargetClient() {}

    /**
     * Connects and makes the target, which closes the library; if it cannot be made that is done
     * here.
     *
     * @param addresses {@code host:port,...}
     * @param deadline of each operation, retries included
     * @throws io.paxosstore.client.PaxosStoreException when the cluster cannot be reached
     */
    static <T> T connect(String addresses, Duration deadline, Function<PaxosStore, T> target) {
        ClientOptions options =
                ClientOptions.builder()
                        .name("bench")
                        .deadline(deadline)
                        .inFlightMax(IN_FLIGHT_MAX)
                        .build();
        PaxosStore store = PaxosStore.connect(addresses, options);
        try {
            return target.apply(store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }
}

package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.test.PaxosStoreCluster;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** On three real nodes in this process; each test has a customer of its own. */
@PaxosStoreCluster
class ShopTest {
    private Catalogue catalogue;

    @BeforeEach
    void offer(PaxosStore store) {
        catalogue = Catalogue.open(store);
        catalogue.offer(
                List.of(new Article("apple", "fruit", 30), new Article("loaf", "bread", 420)));
    }

    private static Customer customer(PaxosStore store, String name) {
        return new Customer(Shop.customers(store).entity(name));
    }

    /** Tells of the parcels of one customer; those of other tests are packed as well. */
    private static Warehouse warehouse(
            PaxosStore store, String customer, BlockingQueue<Warehouse.Parcel> parcels) {
        return new Warehouse(
                Shop.customers(store),
                parcel -> {
                    if (parcel.customer().equals(customer)) {
                        parcels.add(parcel);
                    }
                });
    }

    @Test
    void aCartIsPaidAndPacked(PaxosStore store) throws InterruptedException {
        BlockingQueue<Warehouse.Parcel> parcels = new LinkedBlockingQueue<>();
        try (Warehouse warehouse = warehouse(store, "alice", parcels)) {
            Customer alice = customer(store, "alice");
            alice.payIn(1000);
            alice.add("apple", 3);
            alice.add("loaf", 1);
            assertEquals(new Checkout.Ordered(1, 510), alice.checkOut(catalogue));
            assertEquals(490, alice.cents());
            assertEquals(Map.of(), alice.cart());
            Warehouse.Parcel parcel = parcels.poll(30, TimeUnit.SECONDS);
            assertEquals(new Warehouse.Parcel("alice", 1, "{apple=3, loaf=1}"), parcel);
        }
    }

    @Test
    void whatIsTooExpensiveStaysInTheCart(PaxosStore store) {
        Customer bob = customer(store, "bob");
        assertEquals(new Checkout.Empty(), bob.checkOut(catalogue));
        bob.payIn(100);
        bob.add("loaf", 1);
        assertEquals(new Checkout.TooExpensive(420), bob.checkOut(catalogue));
        bob.add("unicorn", 1);
        assertEquals(new Checkout.NotSold("unicorn"), bob.checkOut(catalogue));
        assertEquals(100, bob.cents());
        assertEquals(Map.of("loaf", 1L, "unicorn", 1L), bob.cart());
    }

    @Test
    void twoCheckoutsAtOnceBuyTheCartOnce(PaxosStore store) throws Exception {
        Customer carol = customer(store, "carol");
        carol.payIn(1000);
        carol.add("loaf", 1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<Checkout> attempt = () -> customer(store, "carol").checkOut(catalogue);
            int ordered = 0;
            for (Future<Checkout> end : threads.invokeAll(List.of(attempt, attempt))) {
                ordered += end.get() instanceof Checkout.Ordered ? 1 : 0;
            }
            assertEquals(1, ordered);
        } finally {
            threads.shutdown();
        }
        assertEquals(580, carol.cents());
    }

    @Test
    void theShopStaysOpenWhenANodeIsKilled(PaxosStore store, EmbeddedCluster cluster)
            throws Exception {
        BlockingQueue<Warehouse.Parcel> parcels = new LinkedBlockingQueue<>();
        try (Warehouse warehouse = warehouse(store, "dave", parcels)) {
            Customer dave = customer(store, "dave");
            dave.payIn(100);
            dave.add("apple", 1);
            cluster.node(1).kill();
            assertEquals(new Checkout.Ordered(1, 30), dave.checkOut(catalogue));
            assertEquals(1, parcels.poll(30, TimeUnit.SECONDS).number());

            cluster.node(1).start(); // with what it had on its disk
            cluster.awaitReady();
            cluster.node(2).kill();
            dave.add("apple", 2);
            assertEquals(new Checkout.Ordered(2, 60), dave.checkOut(catalogue));
            assertEquals(2, parcels.poll(30, TimeUnit.SECONDS).number());
            assertEquals(10, dave.cents());
        }
    }
}

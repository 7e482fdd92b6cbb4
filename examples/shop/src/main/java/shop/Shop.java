package shop;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.micrometer.PaxosStoreMetrics;
import io.paxosstore.protocol.model.SpaceKind;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A day in the shop: articles are offered, a customer buys some, the warehouse packs them.
 *
 * <p>Its arguments say where the cluster is, as {@code localhost:7400,localhost:7410}, and what the
 * customer is called.
 */
public final class Shop {
    private static final int PATIENCE_SECONDS = 10;

    private Shop() {}

    /** Opens the space of customers; the first one to do so makes it. */
    public static EntitySpace<String> customers(PaxosStore store) {
        store.createSpaceIfAbsent("customers", SpaceKind.ENTITY);
        return store.entitySpace("customers", Codec.utf8());
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 2) {
            System.err.println(
                    "Say where the cluster is, as localhost:7400,localhost:7410, and what the"
                            + " customer is called.");
            System.exit(2);
        }
        MeterRegistry registry = new SimpleMeterRegistry();
        // Patient: a busy machine may need more than a second for the first calls.
        ClientOptions options =
                ClientOptions.builder().name("shop").deadline(Duration.ofSeconds(10)).build();
        try (PaxosStore store = PaxosStore.connect(arguments[0], options)) {
            new PaxosStoreMetrics(store).bindTo(registry);
            day(store, arguments[1]);
        } catch (PaxosStoreException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        System.out.printf(
                "%d calls%n",
                registry.get("paxosstore.client.calls").timers().stream()
                        .mapToLong(timer -> timer.count())
                        .sum());
    }

    private static void day(PaxosStore store, String name) throws InterruptedException {
        System.out.println("Java " + Runtime.version().feature());
        Catalogue catalogue = Catalogue.open(store);
        catalogue.offer(
                List.of(
                        new Article("apple", "fruit", 30),
                        new Article("pear", "fruit", 45),
                        new Article("loaf", "bread", 420)));
        System.out.println("fruit: " + catalogue.ofKind("fruit"));

        EntitySpace<String> customers = customers(store);
        BlockingQueue<Warehouse.Parcel> parcels = new LinkedBlockingQueue<>();
        try (Warehouse warehouse = new Warehouse(customers, parcels::add)) {
            Customer customer = new Customer(customers.entity(name));
            customer.payIn(1000);
            customer.add("apple", 3);
            customer.add("loaf", 1);
            System.out.println(customer.cart() + ": " + customer.checkOut(catalogue));
            System.out.println(customer.cents() + " cents are left");
            Warehouse.Parcel parcel = parcels.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            System.out.println(parcel == null ? "nothing was packed" : "packed: " + parcel);
        }
    }
}

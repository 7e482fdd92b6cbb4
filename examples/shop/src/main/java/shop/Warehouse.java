package shop;

import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.Message;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.RangeEvent;
import io.paxosstore.client.RangeWatch;

import java.util.function.Consumer;

/**
 * Packs what customers order, as soon as they do: watches all of them. If it stops between packing
 * and acknowledging an order, the next one packs it again: parcels have numbers, by which that is
 * noticed. There is one warehouse at a time.
 */
public final class Warehouse implements AutoCloseable {
    /**
     * An order that is packed.
     *
     * @param customer whose it is
     * @param number of the customer's orders
     * @param content the articles and how many of each
     */
    public record Parcel(String customer, long number, String content) {}

    private final EntitySpace<String> customers;
    private final Consumer<Parcel> packed;
    private final RangeWatch<String> watch;
    private volatile boolean closed;

    /**
     * Opens the warehouse; it packs what has been ordered before, too.
     *
     * @param packed is told of each parcel
     */
    public Warehouse(EntitySpace<String> customers, Consumer<Parcel> packed) {
        this.customers = customers;
        this.packed = packed;
        this.watch = customers.watchRange(new byte[0], this::onEvent);
    }

    /** On a thread of the client that is there for listeners, so it may wait for answers. */
    private void onEvent(RangeEvent<String> event) {
        if (event instanceof RangeEvent.Changed<String> changed) {
            pack(changed.key());
        } else if (event instanceof RangeEvent.Resync<String>) {
            customers.scan().forEach(this::pack); // what changed before may not be told
        }
    }

    /** Tries until it is done: an order left out would wait for the customer's next one. */
    private void pack(String customer) {
        while (!closed) {
            try {
                packOnce(customer);
                return;
            } catch (NotDoneException e) {
                closed |= e.reason() == NotDoneException.Reason.CLOSED;
            } catch (OutcomeUnknownException e) {
                // it is packed; whether that is acknowledged is seen at the next look
            }
        }
    }

    private void packOnce(String customer) {
        EntityQueue<String> orders = Customer.orders(customers.entity(customer));
        for (Message<String> order : orders.read(1)) {
            packed.accept(new Parcel(customer, order.sequence(), order.element()));
            orders.acknowledge(order.sequence());
        }
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
    }
}

package shop;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.Step;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A customer's cart, account and orders. They are objects of one entity, so that all of them can
 * change in one step.
 */
public final class Customer {
    private final Entity entity;
    private final EntityMap<String, Long> cart;
    private final EntityValue<Long> account;
    private final EntityQueue<String> orders;

    /** The customer of an entity, which need not exist. */
    public Customer(Entity entity) {
        this.entity = entity;
        this.cart = entity.map("cart", Codec.utf8(), Codec.longs());
        this.account = entity.value("account", Codec.longs());
        this.orders = orders(entity);
    }

    static EntityQueue<String> orders(Entity entity) {
        return entity.queue("orders", Codec.utf8());
    }

    /** Puts pieces of an article into the cart. */
    public void add(String article, long pieces) {
        cart.increment(article, pieces);
    }

    /** What is in the cart: pieces by article. */
    public Map<String, Long> cart() {
        return cart.scan().stream()
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                Map.Entry::getValue,
                                (first, second) -> first,
                                TreeMap::new));
    }

    /** Pays into the account; what is in it then. */
    public long payIn(long cents) {
        return account.increment(cents);
    }

    /** What is in the account. */
    public long cents() {
        return account.get().orElse(0L);
    }

    /**
     * Buys what is in the cart: takes the money, writes the order and empties the cart, all of it
     * or nothing. If the cart changes meanwhile it looks again.
     */
    public Checkout checkOut(Catalogue catalogue) {
        while (true) {
            long version = entity.version();
            Map<String, Long> wanted = cart();
            if (wanted.isEmpty()) {
                return new Checkout.Empty();
            }
            long price = 0;
            for (Map.Entry<String, Long> line : wanted.entrySet()) {
                Optional<Article> article = catalogue.find(line.getKey());
                if (article.isEmpty()) {
                    return new Checkout.NotSold(line.getKey());
                }
                price += article.get().cents() * line.getValue();
            }
            Step<Long> order = orders.op().enqueue(wanted.toString());
            MultiOpOutcome outcome =
                    entity.multiOp()
                            .when(entity.ifVersion(version), account.ifAtLeast(price))
                            .then(account.op().increment(-price), order, cart.op().delete())
                            .execute();
            if (outcome.guardsHeld()) {
                return new Checkout.Ordered(outcome.get(order), price);
            } else if (outcome.guards().get(0)) {
                return new Checkout.TooExpensive(price);
            }
        }
    }
}

package shop;

/** How an attempt to buy a cart ends. */
public sealed interface Checkout {
    /**
     * The cart is paid and on its way to the warehouse.
     *
     * @param number of the customer's orders, from 1
     * @param cents what it cost
     */
    record Ordered(long number, long cents) implements Checkout {}

    /**
     * The account does not suffice; the cart stays.
     *
     * @param cents what the cart costs
     */
    record TooExpensive(long cents) implements Checkout {}

    /** There is nothing in the cart. */
    record Empty() implements Checkout {}

    /**
     * Something in the cart is not sold any more; the cart stays.
     *
     * @param article what
     */
    record NotSold(String article) implements Checkout {}
}

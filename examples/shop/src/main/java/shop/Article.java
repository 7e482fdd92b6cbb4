package shop;

import io.paxosstore.client.table.Indexed;
import io.paxosstore.client.table.Key;

/**
 * What is sold: a row of the catalogue.
 *
 * @param name what it is called
 * @param kind what it is
 * @param cents what a piece costs
 */
public record Article(@Key String name, @Indexed String kind, long cents) {}

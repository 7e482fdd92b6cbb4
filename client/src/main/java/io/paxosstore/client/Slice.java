package io.paxosstore.client;

import java.util.List;
import java.util.Optional;

/**
 * A part of a set or map, in the order of the members' or fields' bytes, of a range of a sorted
 * set, or of the rows that a query of a table finds. Shows one version of it; the next slice may
 * show a later one.
 *
 * @param elements members, with their scores if they have some, fields with their values, or rows
 * @param next where to go on; empty if there is nothing more
 * @param <T> the type of an element
 */
public record Slice<T>(List<T> elements, Optional<Cursor> next) {}

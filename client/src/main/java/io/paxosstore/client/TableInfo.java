package io.paxosstore.client;

import io.paxosstore.protocol.model.TableSchema;

import java.util.List;

/**
 * A table of an entity.
 *
 * @param schema its columns, primary key, indexes and the time its rows live
 * @param rows how many rows it has
 * @param incompleteIndexes names of the indexes that are still being built; reads do not use them
 */
public record TableInfo(TableSchema schema, long rows, List<String> incompleteIndexes) {}

/**
 * What can be asked of an entity and what it answers: operations on named lists, queues, sets,
 * maps, values and tables, guards, {@link io.paxosstore.client.model.MultiOp}, results, and their
 * bytes; and the words for spaces, reads and writes of keys that calls and frames share.
 *
 * <p>Shared by client and server; JDK only, without sockets, threads or clocks. The byte layouts
 * are in {@link io.paxosstore.client.model.ModelCodec} and docs/formats.md.
 *
 * <p>Byte arrays are not copied anywhere and must not be changed afterwards. All operations may
 * name objects that do not exist: reads find them empty, updates that add something create them. An
 * object exists until it is deleted or expires, also when it has become empty.
 */
@NullMarked
package io.paxosstore.client.model;

import org.jspecify.annotations.NullMarked;

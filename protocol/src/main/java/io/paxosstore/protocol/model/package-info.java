/**
 * What can be asked of a key or an entity and what it answers: writes of keys; operations on named
 * lists, queues, sets, maps, values and tables, guards, {@link
 * io.paxosstore.protocol.model.MultiOp}, results; what tables are made of; and the words for spaces
 * and reads. Their bytes are in {@link io.paxosstore.protocol.codec}.
 *
 * <p>Byte arrays are not copied anywhere and must not be changed afterwards. All operations may
 * name objects that do not exist: reads find them empty, updates that add something create them. An
 * object exists until it is deleted or expires, also when it has become empty.
 *
 * <p>Values of columns are plain Java objects, see {@link io.paxosstore.protocol.model.ColumnType};
 * null is SQL's NULL, and conditions follow SQL's three-valued logic.
 */
@NullMarked
package io.paxosstore.protocol.model;

import org.jspecify.annotations.NullMarked;

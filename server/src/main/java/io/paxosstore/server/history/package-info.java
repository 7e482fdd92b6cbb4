/**
 * The history of changes on disk, in Chronicle Queue: without syncs, beside the hot path, dropped
 * by age and size. What is lost of it is found out by who reads it.
 */
@NullMarked
package io.paxosstore.server.history;

import org.jspecify.annotations.NullMarked;

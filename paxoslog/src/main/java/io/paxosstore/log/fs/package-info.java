/** The file-system port: all disk access of the storage layer goes through it. */
@NullMarked
package io.paxosstore.log.fs;

import org.jspecify.annotations.NullMarked;

/** Durable PaxosLogs: the file-system port, group commit and the storage SPI of the engines. */
@NullMarked
package io.paxosstore.log;

import org.jspecify.annotations.NullMarked;

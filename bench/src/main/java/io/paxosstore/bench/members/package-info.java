/** What an operator sees of a cluster's members, asks for, and waits for. */
@NullMarked
package io.paxosstore.bench.members;

import org.jspecify.annotations.NullMarked;

/**
 * For tests of applications: {@link io.paxosstore.test.PaxosStoreCluster} has a whole cluster run
 * in the tests' own process, one for each test class.
 */
@NullMarked
package io.paxosstore.test;

import org.jspecify.annotations.NullMarked;

/** Tests of the models' bytes. */
@NullMarked
package io.paxosstore.client.model;

import org.jspecify.annotations.NullMarked;

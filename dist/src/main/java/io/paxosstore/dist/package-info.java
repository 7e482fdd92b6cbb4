/** Makes the container image, without a container engine and without a registry. */
@NullMarked
package io.paxosstore.dist;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.paxosstore.lsm.entity;

import org.jspecify.annotations.NullMarked;

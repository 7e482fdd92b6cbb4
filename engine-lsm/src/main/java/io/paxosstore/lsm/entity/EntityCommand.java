package io.paxosstore.lsm.entity;

import io.paxosstore.client.model.MultiOp;
import io.paxosstore.core.Command;

/** What a client asks of an entity: to be proposed if it may change something, else to be read. */
public record EntityCommand(MultiOp multiOp) implements Command {}

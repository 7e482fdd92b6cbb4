package io.paxosstore.server.front.binary;

import io.paxosstore.client.Entity;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client of a server that has one space of entities, and one of those. */
abstract class EntityFixture {
    private final String space;
    private final String name;
    EntityServer server;
    PaxosStore store;
    Entity entity;

    EntityFixture(String space, String name) {
        this.space = space;
        this.name = name;
    }

    @BeforeEach
    final void open() throws Exception {
        server = new EntityServer();
        store = server.connect();
        store.createSpace(space, SpaceKind.ENTITY);
        entity = store.entity(space, name);
    }

    @AfterEach
    final void close() throws Exception {
        store.close();
        server.close();
    }
}

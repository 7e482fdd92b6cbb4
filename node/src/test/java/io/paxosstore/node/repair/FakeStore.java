package io.paxosstore.node.repair;

import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.StoreState;

/** A store of which only its state is asked. */
public final class FakeStore implements StoreState {
    private Standing standing = Standing.NEW;
    private Room room = Room.ENOUGH;

    @Override
    public Standing standing() {
        return standing;
    }

    /** Changes the standing. */
    public void standing(Standing now) {
        standing = now;
    }

    @Override
    public boolean reborn() {
        return standing == Standing.REBUILDING;
    }

    @Override
    public int incarnation() {
        return 1;
    }

    @Override
    public Room room() {
        return room;
    }

    /** Makes the disk fuller or emptier. */
    public void room(Room now) {
        room = now;
    }
}

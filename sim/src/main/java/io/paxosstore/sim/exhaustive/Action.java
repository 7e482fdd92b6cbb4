package io.paxosstore.sim.exhaustive;

/**
 * What can happen to one node, as a number: a kind and an argument.
 *
 * <pre>
 *  PERSIST          the oldest record that is being written becomes durable
 *  TICK             so much time passes that everything that waits is due
 *  CRASH   kept     power fails; of what is being written, the oldest records survive
 *  CLIENT  op       a client's request comes
 *  DELIVER message  a message arrives
 *  WIPE             it crashes and starts again with an empty disk
 *  RECOVER          its sweep has the entity recovered
 *  WALK    node     its sweep has walked over what that node holds; with the second it is whole
 *  ENTER   step     it enters that step of the course
 *  GO_ON            of no node: the topology takes the next step of the course
 * </pre>
 */
final class Action {
    static final int PERSIST = 0;
    static final int TICK = 1;
    static final int CRASH = 2;
    static final int CLIENT = 3;
    static final int DELIVER = 4;
    static final int WIPE = 5;
    static final int RECOVER = 6;
    static final int WALK = 7;
    static final int ENTER = 8;
    static final int GO_ON = 9;

    private static final int KIND_BITS = 4;

    private Action() {}

    static int of(int kind, int argument) {
        return (argument << KIND_BITS) | kind;
    }

    static int kind(int action) {
        return action & ((1 << KIND_BITS) - 1);
    }

    static int argument(int action) {
        return action >>> KIND_BITS;
    }
}

package io.paxosstore.node.call;

import io.paxosstore.node.host.Requester;

/**
 * Who has a {@link Call} executed by {@link NodeCalls}: it is told the call's outcome by {@link
 * #complete}, which ends what began, or why there is none by {@link #refused}.
 */
public interface Caller extends Requester, Asker {}

/**
 * What the parts of an entity work with: a {@link io.paxosstore.core.step.Turn}, which is the step
 * that goes on and what all entities of a replica share, the {@link io.paxosstore.core.step.Seat}
 * of this node among the entity's voters, and the {@link io.paxosstore.core.step.Records} that are
 * handed to the log. The paper has no name for it; Rules D1 and A3 need it everywhere.
 */
@NullMarked
package io.paxosstore.core.step;

import org.jspecify.annotations.NullMarked;

/**
 * The proposer: rounds of prepare and accept ({@link io.paxosstore.core.propose.Proposer}), the
 * fast writes that skip the first phase ({@link io.paxosstore.core.propose.PrePreparing}), and how
 * to keep out of each other's way ({@link io.paxosstore.core.propose.Contention}). PaxosStore
 * paper, section 2.2.2; Rules K5, K6, F1 to F4, W4. Whoever wants an entry is a {@link
 * io.paxosstore.core.propose.Demand}.
 */
@NullMarked
package io.paxosstore.core.propose;

import org.jspecify.annotations.NullMarked;

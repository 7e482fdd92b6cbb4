/** Is anything wrong, what, since when, what to do. */

import { el, duration, moment } from './dom.js';
import { state, now } from './feed.js';

/** By what was checked; the sentence of the node says more. */
const REMEDIES = {
  node: 'Look into the log of that node.',
  peers: 'Start the nodes that are down; each says in its log why it does not start.',
  slots: 'Start the nodes that are down: what they vote for cannot be decided without them.',
  standing: 'Start the other nodes: this one asks them whether it had another store before.',
  disk: 'Make room on that disk, or delete data: reads and deletions go on.',
  heap: 'Give the server more heap (-Xmx in conf/jvm.options), or less to keep.',
  redundancy: 'Start what is down, or replace it: bin/paxosstore members replace.',
  catalog: 'Wait a moment after a start; else look at whether a majority is connected.',
  topology: 'Wait a moment after a start; else look at whether a majority is connected.',
  silent: 'Start that node, or see whether its admin port can be reached from here.',
};

/** All problems of all nodes, the serious ones first, each once with who says it. */
export function problems() {
  const found = new Map();
  const add = (check, serious, says, since, node) => {
    const key = `${check} ${says}`;
    const known = found.get(key);
    if (known) {
      known.nodes.push(node);
      known.since = Math.min(known.since, since);
      known.serious ||= serious;
    } else {
      found.set(key, { check, serious, says, since, nodes: [node] });
    }
  };
  for (const node of state.nodes.values()) {
    if (node.silent) {
      const heard = node.portrait?.millis ?? lastSeen(node.id);
      add('silent', true, node.silent, heard, state.self);
    } else {
      for (const each of node.portrait?.problems ?? []) {
        add(each.check, each.serious, each.says, each.since, node.id);
      }
    }
  }
  return [...found.values()].sort((a, b) => b.serious - a.serious || a.since - b.since);
}

function lastSeen(id) {
  const self = state.nodes.get(state.self);
  const peer = self?.portrait?.status.peers.find((each) => each.id === id);
  return peer?.lastSeenMillis ?? self?.portrait?.status.startedMillis ?? now();
}

/** The verdict in a few words, with its colour. */
export function verdict() {
  if (!state.isConnected && state.isLoaded) return ['bad', 'No connection'];
  if (!state.isLoaded) return ['warn', 'Loading'];
  const all = problems();
  if (all.length === 0) return ['good', 'All is well'];
  const word = all.length === 1 ? '1 problem' : `${all.length} problems`;
  return [all[0].serious ? 'bad' : 'warn', word];
}

/** A card for each problem, or one that says that there is none. */
export function problemCards() {
  const all = problems();
  if (all.length === 0) {
    return [el('div', { class: 'card' }, el('strong', { class: 'good' }, 'All is well.'),
      ' Every node answers, and every slot has its voters.')];
  }
  return all.map((problem) =>
    el('div', { class: `card problem ${problem.serious ? 'serious' : ''}` },
      el('p', {}, el('strong', {}, `${problem.check}: ${problem.says}`)),
      el('p', { class: 'soft' },
        `Since ${moment(problem.since)} (${duration(now() - problem.since)}), said by node ${
          problem.nodes.join(', ')}.`),
      el('p', {}, REMEDIES[problem.check] ?? 'Look into the log of that node.')));
}

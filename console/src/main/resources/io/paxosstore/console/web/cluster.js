/** At a glance: is anything wrong, how each node is, who votes where, what moves. */

import { el, bytes, colour, duration, number } from './dom.js';
import { state, newest, ask } from './feed.js';
import { problemCards } from './problems.js';

/** How a node is, in a word with its colour. */
function badge(node, listed) {
  if (node?.silent) return ['bad', listed && !listed.connected ? 'down' : 'silent'];
  if (listed && !listed.connected && listed.id !== state.self) return ['bad', 'not connected'];
  const standing = node?.portrait?.status.standing;
  if (!standing) return ['warn', 'unknown'];
  if (node.portrait.problems.some((problem) => problem.serious)) return ['bad', 'not ready'];
  return standing === 'whole' ? ['good', 'whole'] : ['warn', standing];
}

function nodeCard(id, listed) {
  const node = state.nodes.get(id);
  const [kind, word] = badge(node, listed);
  const status = node?.portrait?.status;
  const now = node ? newest(node) : null;
  const facts = [];
  const fact = (name, value) => facts.push(el('dt', {}, name), el('dd', {}, value));
  if (listed) {
    fact('clients', `${listed.host}:${listed.clientPort}`);
    fact('place', `${listed.zone}, ${listed.membership}, weight ${listed.weight}`);
    fact('votes in', `${number(listed.votes)} slots, first in ${number(listed.preferred)}`);
    if (listed.coming > 0) fact('comes to', `${number(listed.coming)} slots`);
  }
  if (status && !node.silent) {
    fact('up for', duration(node.portrait.millis - status.startedMillis));
    fact('still to compare', `${number(status.lag)} keys`);
    fact('room on the disk', `${bytes(status.usableBytes)}${status.room === 'enough' ? '' : `, ${status.room}`}`);
  }
  if (now) {
    fact('requests', `${number((now.q.write?.[0] ?? 0) + (now.q.read?.[0] ?? 0))}/s`);
    fact('processor', `${Math.round((now.g['process.cpu.usage'] ?? 0) * 100)} %`);
  }
  return el('section', { class: `card ${kind === 'bad' ? 'alarm' : ''}`, 'data-node': id },
    el('h2', {}, `Node ${id}`, id === state.self ? ' (this one)' : '', el('span', { class: `badge ${kind}` }, word)),
    el('dl', {}, facts));
}

function moves(topology) {
  const plan = topology.plan;
  const open = plan.moving + plan.left;
  if (open === 0) return el('p', { class: 'soft' }, 'Nothing moves.');
  const all = plan.done + open;
  return el('div', { class: 'card', id: 'moves' },
    el('p', {}, `${number(plan.done)} of ${number(all)} slots have moved, ${number(plan.moving)} are under way`,
      plan.remainingMillis === null ? '.' : `; about ${duration(plan.remainingMillis)} are left.`),
    el('progress', { max: all, value: plan.done, 'aria-label': 'Slots that have moved' }));
}

/** The map of slots: a strip, drawn anew only when the topology has changed. */
function slotMap() {
  const canvas = el('canvas', { class: 'map', width: 2048, height: 48, role: 'img',
    'aria-label': 'Which nodes vote in which slots' });
  const legend = el('div', {});
  let version = '';
  let isAsking = false;
  const draw = (slots) => {
    const context = canvas.getContext('2d');
    const counts = slots.sets.map(() => 0);
    let at = 0;
    let total = 0;
    for (let i = 0; i < slots.runs.length; i += 2) total += slots.runs[i];
    for (let i = 0; i < slots.runs.length; i += 2) {
      const [length, set] = [slots.runs[i], slots.runs[i + 1]];
      counts[set] += length;
      context.fillStyle = colour(set);
      context.fillRect(at / total * 2048, 0, length / total * 2048 + 1, 48);
      at += length;
    }
    legend.replaceChildren(...slots.sets.map((set, i) => {
      const square = el('span', { class: 'key' });
      square.style.background = colour(i);
      const next = set.next.length > 0 ? `, on their way to nodes ${set.next.join(', ')}` : '';
      return el('div', {}, square, `${number(counts[i])} slots: nodes ${set.voters.join(', ')}${next}`);
    }));
  };
  const update = () => {
    const topology = state.topology;
    if (!topology || isAsking) return;
    const now = `${topology.version} ${topology.plan.version} ${topology.plan.done} ${topology.slots.joint}`;
    if (now === version) return;
    isAsking = true;
    ask('slots').then((slots) => {
      version = now;
      if (slots) draw(slots);
    }).catch(() => {}).finally(() => {
      isAsking = false;
    });
  };
  return { element: el('div', { class: 'card' }, canvas, legend), update };
}

function redundancy(topology) {
  const words = topology.slots.redundancy.map((each) =>
    `${number(each.slots)} slots have ${each.connected} of ${each.voters} voters connected`);
  return el('p', { class: 'soft' }, `${words.join('; ')}.`);
}

export function open(main) {
  const problems = el('div', { id: 'problems' });
  const nodes = el('div', { class: 'grid', id: 'nodes' });
  const moving = el('div', {});
  const spare = el('div', {});
  const map = slotMap();
  main.append(problems, moving, el('h1', {}, 'Nodes'), nodes,
    el('h1', {}, 'Slots and who votes in them'), spare, map.element);
  const update = () => {
    if (!state.isLoaded) {
      problems.replaceChildren('Loading ...');
      return;
    }
    problems.replaceChildren(...problemCards());
    const listed = new Map((state.topology?.nodes ?? []).map((node) => [node.id, node]));
    const ids = new Set([...listed.keys(), ...state.nodes.keys()]);
    nodes.replaceChildren(...[...ids].sort((a, b) => a - b).map((id) => nodeCard(id, listed.get(id))));
    if (state.topology) {
      moving.replaceChildren(moves(state.topology));
      spare.replaceChildren(redundancy(state.topology));
    }
    map.update();
  };
  update();
  return { update };
}

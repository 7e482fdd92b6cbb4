/** What is known of the cluster: what is new each second, and the history when it is wanted. */

const KEPT_SECONDS = 900;
const EVENTS_MAX = 1000;

export const state = {
  self: 0,
  topology: null,
  isConnected: false,
  isLoaded: false,
  /** By id: { id, silent, portrait, samples }; samples by second, the oldest first. */
  nodes: new Map(),
  /** The newest first. */
  events: [],
};

const seen = new Set();
let isHistoryWanted = false;
const listeners = new Set();
let refresh = null;

/** Calls a function at every news; returns what ends that. */
export function follow(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  for (const listener of [...listeners]) listener();
}

function takeNode(entry) {
  let node = state.nodes.get(entry.id);
  if (!node) {
    node = { id: entry.id, silent: null, portrait: null, samples: new Map() };
    state.nodes.set(entry.id, node);
    state.nodes = new Map([...state.nodes].sort(([a], [b]) => a - b));
  }
  node.silent = entry.silent ?? null;
  if (!entry.answer) return;
  node.portrait = entry.answer;
  for (const sample of entry.answer.samples) {
    node.samples.set(Math.floor(sample.t / 1000), sample);
  }
  for (const second of [...node.samples.keys()].sort((a, b) => a - b).slice(0, -KEPT_SECONDS)) {
    node.samples.delete(second);
  }
  for (const event of entry.answer.events) {
    const key = `${entry.id} ${event.millis} ${event.kind} ${event.says}`;
    if (!seen.has(key)) {
      seen.add(key);
      state.events.push({ node: entry.id, ...event });
    }
  }
  state.events.sort((a, b) => b.millis - a.millis);
  state.events.length = Math.min(state.events.length, EVENTS_MAX);
}

function take(entries) {
  const ids = new Set(entries.map((entry) => entry.id));
  for (const id of [...state.nodes.keys()]) {
    if (!ids.has(id)) state.nodes.delete(id);
  }
  entries.forEach(takeNode);
}

/** The newest sample of a node, unless it is silent. */
export function newest(node) {
  if (node.silent || node.samples.size === 0) return null;
  return node.samples.get(Math.max(...node.samples.keys()));
}

/** Loads the past: all events, and the samples of 15 minutes if somebody has wanted them. */
async function load() {
  const answer = await fetch(`/api/console/all?seconds=${isHistoryWanted ? KEPT_SECONDS : 3}&events=all`);
  if (answer.ok) {
    take(await answer.json());
    state.isLoaded = true;
    tell();
  }
}

/** From now on the samples of the last 15 minutes are there, soon. */
export function wantHistory() {
  if (!isHistoryWanted) {
    isHistoryWanted = true;
    load().catch(() => {}); // the next connection asks again
  }
}

/** Begins; goes on by itself after the node was away. */
export function begin() {
  const source = new EventSource('/api/console/live');
  source.onopen = () => {
    state.isConnected = true;
    load().catch(() => {}); // the next connection asks again
  };
  source.onerror = () => {
    state.isConnected = false;
    tell();
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(refresh);
      refresh = setTimeout(begin, 2000);
    }
  };
  source.onmessage = (message) => {
    const news = JSON.parse(message.data);
    state.self = news.self;
    state.topology = news.topology;
    take(news.nodes);
    tell();
  };
}

/** Asks for something that is shown on request; fails with the sentence of the node. */
export async function ask(path, parameters = {}) {
  const answer = await fetch(`/api/console/${path}?${new URLSearchParams(parameters)}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

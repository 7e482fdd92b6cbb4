/** What is known of the cluster: what is new each second, and the history when it is wanted. */

const KEPT_SECONDS = 900;
const RETRY_MILLIS = 2000;

/** Pages from elsewhere cannot send it: the node answers nobody without it. */
const HEADERS = { 'x-paxosstore-console': 'browser' };
const EVENTS_MAX = 1000;

export const state = {
  self: 0,
  topology: null,
  isConnected: false,
  isLoaded: false,
  /** Why this node tells nothing; empty while it does. */
  refused: '',
  /** By id: { id, silent, portrait, samples }; samples by second, the oldest first. */
  nodes: new Map(),
  /** The newest first. */
  events: [],
};

/** By how much this machine's clock is ahead of that of the node. */
let aheadMillis = 0;

let seen = new Set();
let isHistoryWanted = false;
let loading = null;
let again = null;
const listeners = new Set();
let refresh = null;

/** Calls a function at every news; returns what ends that. */
export function follow(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the time is by the node's clock, by which everything is told. */
export function now() {
  return Date.now() - aheadMillis;
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
  const wasSilent = node.silent !== null;
  node.silent = entry.silent ?? null;
  if (!entry.answer) return;
  if (wasSilent || isGap(node, entry.answer.samples)) load(); // what it has noted meanwhile is not among the news
  node.portrait = entry.answer;
  for (const sample of entry.answer.samples) {
    node.samples.set(Math.floor(sample.t / 1000), sample);
  }
  for (const event of entry.answer.events) {
    const key = keyOf(entry.id, event);
    if (!seen.has(key)) {
      seen.add(key);
      state.events.push({ node: entry.id, ...event });
    }
  }
  state.events.sort((a, b) => b.millis - a.millis);
  if (state.events.length > EVENTS_MAX) {
    state.events.length = EVENTS_MAX;
    seen = new Set(state.events.map((event) => keyOf(event.node, event)));
  }
}

/** Whether seconds are missing between what is known of a node and what is new: this page was asleep. */
function isGap(node, samples) {
  const last = newest(node);
  return last && samples.length > 0 && Math.floor(samples[0].t / 1000) > Math.floor(last.t / 1000) + 1;
}

function keyOf(node, event) {
  return `${node} ${event.millis} ${event.kind} ${event.says}`;
}

/** Forgets what is older than the charts reach back, of nodes that are gone as of others. */
function forget() {
  let last = 0;
  for (const node of state.nodes.values()) for (const second of node.samples.keys()) last = Math.max(last, second);
  for (const node of state.nodes.values()) {
    for (const second of node.samples.keys()) {
      if (second <= last - KEPT_SECONDS) node.samples.delete(second);
    }
  }
}

function take(entries) {
  const ids = new Set(entries.map((entry) => entry.id));
  for (const id of [...state.nodes.keys()]) {
    if (!ids.has(id)) state.nodes.delete(id);
  }
  entries.forEach(takeNode);
  forget();
}

/** The newest sample of a node, unless it is silent. */
export function newest(node) {
  if (node.silent || node.samples.size === 0) return null;
  return node.samples.get(Math.max(...node.samples.keys()));
}

/** Loads the past, if that is not under way: all events, and the samples of 15 minutes if they are wanted. */
function load() {
  loading ??= fetchPast().finally(() => {
    loading = null;
  });
}

async function fetchPast() {
  const seconds = isHistoryWanted ? KEPT_SECONDS : 3;
  try {
    const answer = await fetch(`/api/console/all?seconds=${seconds}&events=all`, { headers: HEADERS });
    if (answer.ok) {
      take(await answer.json());
      state.isLoaded = true;
      tell();
      if (seconds < KEPT_SECONDS && isHistoryWanted) setTimeout(load, 0);
      return;
    }
  } catch {
    // The node does not answer just now.
  }
  clearTimeout(again);
  again = setTimeout(load, RETRY_MILLIS);
}

/** From now on the samples of the last 15 minutes are there, soon. */
export function wantHistory() {
  if (!isHistoryWanted) {
    isHistoryWanted = true;
    load();
  }
}

/** An event source does not say why it was refused; the same question in plain does. */
async function whyNot() {
  const abort = new AbortController();
  try {
    const answer = await fetch('/api/console/live', { signal: abort.signal });
    if (!answer.ok) {
      state.refused = (await answer.text()).trim();
      tell();
    }
  } catch {
    // It does not answer at all: that is shown already.
  } finally {
    abort.abort();
  }
}

/** Begins; goes on by itself after the node was away. */
export function begin() {
  const source = new EventSource('/api/console/live');
  source.onopen = () => {
    state.isConnected = true;
    state.refused = '';
    load();
  };
  source.onerror = () => {
    state.isConnected = false;
    tell();
    if (source.readyState === EventSource.CLOSED) {
      whyNot();
      clearTimeout(refresh);
      refresh = setTimeout(begin, RETRY_MILLIS);
    }
  };
  source.onmessage = (message) => {
    const news = JSON.parse(message.data);
    state.self = news.self;
    state.topology = news.topology ?? state.topology;
    take(news.nodes);
    aheadMillis = Date.now() - (state.nodes.get(news.self)?.portrait?.millis ?? Date.now());
    tell();
  };
}

/** Asks for something that is shown on request; fails with the sentence of the node. */
export async function ask(path, parameters = {}) {
  const answer = await fetch(`/api/console/${path}?${new URLSearchParams(parameters)}`, { headers: HEADERS });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

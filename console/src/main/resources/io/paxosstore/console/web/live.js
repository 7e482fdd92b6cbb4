/** How much is done and how fast, over the last 15 minutes. */

import { el, bytes, colour, micros, number, table } from './dom.js';
import { state, newest, wantHistory } from './feed.js';

/** A script of somebody else's, no module. */
const { uPlot } = globalThis;

const HEIGHT = 190;

const sum = (sample, kind, names) =>
  names.reduce((total, name) => total + (sample[kind][name] ?? 0), 0);

const DISK = ['paxosstore.storage.live.bytes', 'paxosstore.storage.dead.bytes', 'paxosstore.journal.bytes',
  'paxosstore.lsm.table.bytes', 'paxosstore.history.bytes'];
const FSYNCS = ['paxosstore.storage.fsyncs', 'paxosstore.journal.fsyncs'];
const RECORDS = ['paxosstore.storage.written.records', 'paxosstore.journal.written.records'];
const PEERS = ['paxosstore.peer.bytes.sent', 'paxosstore.peer.bytes.received'];
const RECOVERY = ['paxosstore.recovery.done', 'paxosstore.recovery.rebuilt'];

/** Each chart has a line for each node: what of a sample, and how its numbers are written. */
const CHARTS = [
  ['Requests for each second', (s) => (s.q.write?.[0] ?? 0) + (s.q.read?.[0] ?? 0), number],
  ['Writes: 99 % are faster than', (s) => s.q.write?.[2] ?? null, micros],
  ['Reads: 99 % are faster than', (s) => s.q.read?.[2] ?? null, micros],
  ['Requests not done', (s) => s.r.failed ?? 0, number],
  ['Fsyncs for each second', (s) => sum(s, 'r', FSYNCS), number],
  ['Records in each fsync', (s) => {
    const fsyncs = sum(s, 'r', FSYNCS);
    return fsyncs === 0 ? null : sum(s, 'r', RECORDS) / fsyncs;
  }, number],
  ['Mean time of an fsync of keys', (s) => {
    const fsyncs = s.r['paxosstore.storage.fsyncs'] ?? 0;
    return fsyncs === 0 ? null : (s.r['paxosstore.storage.fsync.seconds'] ?? 0) / fsyncs * 1e6;
  }, micros],
  ['Keys and entities brought up to date', (s) => sum(s, 'r', RECOVERY), number],
  ['Between the nodes, for each second', (s) => sum(s, 'r', PEERS), bytes],
  ['Data on the disk', (s) => sum(s, 'g', DISK), bytes],
  ['Memory: the heap', (s) => s.g['heap.bytes'] ?? null, bytes],
  ['Processor, of the whole machine', (s) => (s.g['process.cpu.usage'] ?? 0) * 100, (v) => `${number(v)} %`],
];

/** The seconds of all nodes, and of each chart a line for each node. */
function columns(pick) {
  const seconds = new Set();
  for (const node of state.nodes.values()) for (const second of node.samples.keys()) seconds.add(second);
  const times = [...seconds].sort((a, b) => a - b);
  const lines = [...state.nodes.values()].map((node) =>
    times.map((second) => {
      const sample = node.samples.get(second);
      return sample ? pick(sample) : null;
    }));
  return [times, ...lines];
}

function chart(place, pick, write) {
  const ink = getComputedStyle(document.body).color;
  const line = getComputedStyle(document.documentElement).getPropertyValue('--line');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return new uPlot({
    width: place.clientWidth,
    height: HEIGHT,
    series: [{}, ...[...state.nodes.keys()].map((id, i) => ({
      label: `node ${id}`, stroke: colour(i), width: 1.5, spanGaps: false,
      value: (_, value) => (value === null ? '-' : write(value)),
    }))],
    scales: { y: { range: (_, low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [axis, { ...axis, size: 78, values: (_, ticks) => ticks.map(write) }],
  }, columns(pick), place);
}

function models() {
  const all = new Map();
  for (const node of state.nodes.values()) {
    const now = newest(node);
    for (const [kind, [rate, p50, p99]] of Object.entries(now?.q ?? {})) {
      if (!kind.includes('.')) continue;
      const known = all.get(kind) ?? [0, 0, 0];
      all.set(kind, [known[0] + rate, Math.max(known[1], p50), Math.max(known[2], p99)]);
    }
  }
  const rows = [...all].sort(([, a], [, b]) => b[0] - a[0]).map(([kind, [rate, p50, p99]]) => {
    const [operation, model] = kind.split('.');
    return [operation, model.replaceAll('_', ' '), number(rate), micros(p50), micros(p99)];
  });
  return rows.length === 0 ? 'Nobody asks for anything.'
    : table(['Operation', 'Model', '#requests/s', '#half are faster than', '#99 % are faster than'], rows);
}

export function open(main) {
  const ofModels = el('div', { class: 'card', id: 'models' });
  const grid = el('div', { class: 'grid wide' });
  main.append(el('h1', {}, 'Requests by model, in the last second; of the slowest node'), ofModels,
    el('h1', {}, 'The last 15 minutes'), grid);
  const places = CHARTS.map(([title]) => {
    const place = el('div', {});
    grid.append(el('section', { class: 'card' }, el('h2', {}, title), place));
    return place;
  });
  let charts = [];
  let ids = '';
  const close = () => {
    charts.forEach((each) => each.destroy());
    charts = [];
  };
  const update = () => {
    if (!state.isLoaded) return;
    ofModels.replaceChildren(models());
    const now = [...state.nodes.keys()].join();
    if (now !== ids) {
      close();
      ids = now;
      charts = CHARTS.map(([, pick, write], i) => chart(places[i], pick, write));
    } else {
      charts.forEach((each, i) => each.setData(columns(CHARTS[i][1])));
    }
  };
  const resize = () => charts.forEach((each, i) => each.setSize({ width: places[i].clientWidth, height: HEIGHT }));
  addEventListener('resize', resize);
  wantHistory();
  update();
  return {
    update,
    close() {
      removeEventListener('resize', resize);
      close();
    },
  };
}

/** The frame: pages by the part of the address behind '#', redrawn when there are news. */

import { el, duration } from './dom.js';
import { state, follow, begin, now } from './feed.js';
import { verdict } from './problems.js';
import * as cluster from './cluster.js';
import * as live from './live.js';
import * as data from './data.js';
import * as standouts from './standouts.js';
import * as events from './events.js';

const PAGES = {
  cluster: ['Cluster', cluster],
  live: ['Live', live],
  data: ['Data', data],
  standouts: ['Slow and hot', standouts],
  events: ['Events', events],
};

const main = document.getElementById('main');
let shown = null;

/** The page and its parameters: #/data?space=x */
function place() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return [Object.hasOwn(PAGES, path) ? path : 'cluster', new URLSearchParams(query ?? '')];
}

function frame() {
  const [kind, word] = verdict();
  const badge = document.getElementById('verdict');
  badge.className = `verdict ${kind}`;
  badge.textContent = word;
  const banner = document.getElementById('banner');
  banner.hidden = state.isConnected || (!state.isLoaded && state.refused === '');
  banner.textContent = state.refused || `Node ${state.self}, from which this page is, does not answer. What is shown is as it was.`;
  const self = state.nodes.get(state.self)?.portrait?.status;
  document.getElementById('footer').textContent = self
    ? `Node ${state.self}, PaxosStore ${self.version}, up for ${duration(now() - self.startedMillis)}`
    : '';
}

function open() {
  const [name, parameters] = place();
  shown?.close?.();
  shown = null;
  document.getElementById('nav').replaceChildren(...Object.entries(PAGES).map(([key, [title]]) =>
    el('a', { href: `#/${key}`, 'aria-current': key === name ? 'page' : null }, title)));
  document.title = `${PAGES[name][0]} · PaxosStore`;
  main.replaceChildren();
  shown = PAGES[name][1].open(main, parameters);
  frame();
}

follow(() => {
  frame();
  shown?.update?.();
});
addEventListener('hashchange', open);
open();
begin();

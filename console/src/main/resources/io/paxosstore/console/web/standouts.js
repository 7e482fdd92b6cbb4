/** The slowest requests and the hottest entities of all nodes. */

import { el, table, clock, micros, number } from './dom.js';
import { ask } from './feed.js';
import { addressOf, shown } from './data.js';

const REFRESH_MILLIS = 5000;

function name(each) {
  return el('span', {}, `${each.space} / `, el('a', { href: addressOf(each.space, each.kind, each.key.raw) }, shown(each.key)));
}

export function open(main) {
  const hot = el('div', { class: 'card' });
  const slow = el('div', { class: 'card' });
  const note = el('p', { class: 'soft' });
  main.append(
    el('h1', {}, 'Hottest entities and keys'), hot,
    el('h1', {}, 'Slowest requests of the last two minutes'), slow, note);
  let isOpen = true;
  const load = async () => {
    try {
      const nodes = await ask('all/standouts');
      if (!isOpen) return;
      const all = (kind) => nodes.flatMap((node) =>
        (node.answer?.[kind] ?? []).map((each) => ({ ...each, node: node.id })));
      const hottest = all('hot').sort((a, b) => b.rate - a.rate).slice(0, 25);
      const slowest = all('slow').sort((a, b) => b.micros - a.micros).slice(0, 50);
      hot.replaceChildren(hottest.length === 0 ? 'Nobody asks for anything.'
        : table(['Entity or key', '#requests/s', '#perhaps less', 'Asked at'], hottest.map((each) => [
          name(each), number(each.rate), number(each.surplus), `node ${each.node}`])));
      slow.replaceChildren(slowest.length === 0 ? 'Nobody asks for anything.'
        : table(['When', 'Entity or key', 'What', '#took', 'Outcome', 'At'], slowest.map((each) => [
          clock(each.millis), name(each), `${each.operation}, ${each.model.replaceAll('_', ' ')}`,
          micros(each.micros), each.done ? 'done' : 'not done, or unknown', `node ${each.node}`])));
      note.textContent = nodes.filter((node) => node.silent).map((node) => node.silent).join(' ');
    } catch (failure) {
      note.textContent = failure.message;
    }
  };
  load();
  const timer = setInterval(load, REFRESH_MILLIS);
  return {
    close() {
      isOpen = false;
      clearInterval(timer);
    },
  };
}

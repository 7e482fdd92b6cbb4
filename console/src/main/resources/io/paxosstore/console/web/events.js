/** What the nodes have seen happen, the newest first. */

import { el, table, moment } from './dom.js';
import { state } from './feed.js';

export function open(main) {
  const place = el('div', { class: 'card' });
  main.append(el('h1', {}, 'Events'), place);
  let drawn = '';
  const update = () => {
    const newest = state.events[0];
    const mark = newest ? `${state.events.length} ${newest.millis} ${newest.kind}` : 'none';
    if (mark === drawn) return;
    drawn = mark;
    place.replaceChildren(state.events.length === 0
      ? 'Nothing has happened yet.'
      : table(['When', 'Seen by', 'What', ''], state.events.slice(0, 300).map((event) => [
        moment(event.millis), `node ${event.node}`, el('code', {}, event.kind), event.says])));
  };
  update();
  return { update };
}

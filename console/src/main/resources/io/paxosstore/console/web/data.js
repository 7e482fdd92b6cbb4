/** What is stored: spaces, what is in them, entities with their objects. Nothing is changed. */

import { bytes, el, table, moment, number } from './dom.js';
import { ask } from './feed.js';

/** The address of the page of an entity or a key. */
export function addressOf(space, kind, raw) {
  return `#/data?${new URLSearchParams({ space, kind, id: raw })}`;
}

/** Bytes that the node has made text or digits of, or a moment, or what it is. */
export function shown(value) {
  if (value === null || value === undefined) return el('span', { class: 'soft' }, 'NULL');
  if (typeof value !== 'object') return String(value);
  if ('millis' in value) return moment(value.millis);
  const more = value.length ? el('span', { class: 'soft' }, ` ... (${number(value.length)} bytes)`) : null;
  return el('span', {}, 'hex' in value ? el('span', { class: 'hex' }, `0x${value.hex}`) : value.text, more);
}

/** A title for people out of what is in an address. */
function decoded(raw) {
  try {
    const digits = raw.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(digits), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return raw; // the address was changed by hand: the node says what is wrong with it
  }
}

/** Draws pages of something below each other, as long as there are more and they are wanted. */
function pages(place, load) {
  const next = async (from) => {
    const button = el('button', { type: 'button', disabled: true }, 'Loading ...');
    place.append(button);
    try {
      const more = await load(from, place, button);
      button.remove();
      if (more !== null && more !== undefined) {
        const again = el('button', { type: 'button', click: () => {
          again.remove();
          next(more);
        } }, 'More');
        place.append(again);
      }
    } catch (failure) {
      button.remove();
      place.append(el('p', { class: 'bad', role: 'alert' }, failure.message));
    }
  };
  next('');
}

function spaces(main) {
  const place = el('div', { class: 'card' });
  main.append(el('h1', {}, 'Spaces'), place);
  pages(place, async () => {
    const all = await ask('data/spaces');
    place.append(all.length === 0 ? 'There are none.' : table(
      ['Space', 'Holds', '#id', '#at this node', '#on its disk'], all.map((space) => [
        el('a', { href: `#/data?${new URLSearchParams({ space: space.name })}` }, space.name), space.kind,
        number(space.id), space.keys === null ? '' : number(space.keys),
        space.bytes === null ? '' : bytes(space.bytes)])));
    return null;
  });
}

function space(main, name, prefix) {
  const input = el('input', { name: 'prefix', value: prefix, placeholder: 'prefix', 'aria-label': 'Prefix' });
  const form = el('form', { submit: (event) => {
    event.preventDefault();
    location.hash = `#/data?${new URLSearchParams({ space: name, prefix: input.value })}`;
  } }, input, el('button', {}, 'Scan'));
  const place = el('div', { class: 'card' });
  main.append(el('h1', {}, el('a', { href: '#/data' }, 'Spaces'), ` / ${name}`), form, place);
  pages(place, async (from) => {
    const page = await ask('data/scan', { space: name, prefix, from });
    const link = (key) => el('a', { href: addressOf(name, page.kind, key.raw) }, shown(key));
    if (page.found.length > 0) {
      place.append(page.kind === 'keys'
        ? table(['Key', 'Value', '#version', 'Expires'], page.found.map((each) => [
          link(each.key), shown(each.value), number(each.version), each.expires ? moment(each.expires) : 'never']))
        : table(['Entity'], page.found.map((each) => [link(each.key)])));
    } else if (from === '') {
      place.append('Nothing is there.');
    }
    return page.next;
  });
}

function title(main, name, id) {
  main.append(el('h1', {}, el('a', { href: '#/data' }, 'Spaces'), ' / ',
    el('a', { href: `#/data?${new URLSearchParams({ space: name })}` }, name), ` / ${decoded(id)}`));
}

function key(main, name, id) {
  const place = el('div', { class: 'card' });
  title(main, name, id);
  main.append(place);
  pages(place, async () => {
    const value = await ask('data/key', { space: name, id });
    place.append(table(['Value', '#version', 'Expires'], [[
      shown(value.value), number(value.version), value.expires ? moment(value.expires) : 'never']]));
    return null;
  });
}

function object(place, name, id, each) {
  const rows = el('div', {}); // what comes late, of another object, goes into its own, which is gone
  place.replaceChildren(el('h2', {}, `${each.name} (${each.type})`), rows);
  let isFirst = true;
  pages(rows, async (from) => {
    const page = await ask('data/object', { space: name, id, name: each.name, type: each.type, from });
    if (isFirst && page.size !== undefined) {
      const expires = page.expires ? `, expires ${moment(page.expires)}` : '';
      rows.append(el('p', { class: 'soft' }, `size ${number(page.size)}${expires}`));
    }
    isFirst = false;
    rows.append(table(page.columns, page.rows.map((row) => row.map(shown))));
    return page.next;
  });
}

function sql(name, id) {
  const statement = el('textarea', { 'aria-label': 'SELECT', placeholder: 'SELECT * FROM a_table WHERE ...' });
  const answer = el('div', {});
  return el('section', { class: 'card', id: 'sql' },
    el('h2', {}, 'Ask its tables'),
    el('form', { submit: async (event) => {
      event.preventDefault();
      try {
        const rows = await ask('data/select', { space: name, id, statement: statement.value });
        answer.replaceChildren(table(rows.columns, rows.rows.map((row) => row.map(shown))),
          el('p', { class: 'soft' }, `${number(rows.rows.length)} rows${rows.cut ? '; there are more' : ''}`));
      } catch (failure) {
        answer.replaceChildren(el('p', { class: 'bad', role: 'alert' }, failure.message));
      }
    } }, statement, el('button', {}, 'SELECT')), answer);
}

function entity(main, name, id) {
  const list = el('div', { class: 'card' });
  const content = el('div', { class: 'card', hidden: true, id: 'object' });
  title(main, name, id);
  const question = el('div', {});
  main.append(list, el('p', {}), content, el('p', {}), question);
  let hasTables = false;
  pages(list, async (from) => {
    const page = await ask('data/entity', { space: name, id, from });
    if (from === '') list.append(el('p', { class: 'soft' }, `version ${number(page.version)}`));
    list.append(page.objects.length === 0 ? 'It has no objects.' : table(['Object', 'Type'],
      page.objects.map((each) => [
        el('button', { type: 'button', click: () => {
          content.hidden = false;
          object(content, name, id, each);
        } }, each.name), each.type])));
    if (!hasTables && page.objects.some((each) => each.type === 'table')) {
      hasTables = true;
      question.append(sql(name, id));
    }
    return page.next;
  });
}

export function open(main, parameters) {
  const name = parameters.get('space');
  const id = parameters.get('id');
  if (!name) {
    spaces(main);
  } else if (id === null) {
    space(main, name, parameters.get('prefix') ?? '');
  } else if (parameters.get('kind') === 'keys') {
    key(main, name, id);
  } else {
    entity(main, name, id);
  }
  return {};
}

/** Makes elements and words. Whatever comes from a store becomes text, never markup. */

/** An element: attributes that are functions become listeners, children that are texts become text. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(key, value);
    } else if (value !== null && value !== false) {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A table; a column whose name begins with '#' has numbers. */
export function table(columns, rows) {
  const cell = (name, column, child) =>
    el(name, { class: column.startsWith('#') ? 'number' : null }, child);
  return el('div', { class: 'scroll' },
    el('table', {},
      el('thead', {}, el('tr', {}, columns.map((c) => cell('th', c, c.replace(/^#/, ''))))),
      el('tbody', {}, rows.map((row) =>
        el('tr', {}, row.map((value, i) => cell('td', columns[i] ?? '', value)))))));
}

const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti'];

export function bytes(count) {
  let value = count ?? 0;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}B`;
}

export function number(value) {
  return (value ?? 0).toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
}

export function micros(value) {
  return value >= 1000 ? `${(value / 1000).toFixed(value >= 100000 ? 0 : 1)} ms` : `${Math.round(value)} µs`;
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString('en-GB');
}

export function moment(millis) {
  return new Date(millis).toLocaleString('en-GB');
}

export function duration(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Colours that differ in lightness too, for eyes that see few. */
const COLOURS = ['#2f6fde', '#d97706', '#0f9b8e', '#c2417c', '#6b57c9', '#6a8f1f', '#b8442b', '#4a6a86'];

export function colour(index) {
  return COLOURS[index % COLOURS.length];
}

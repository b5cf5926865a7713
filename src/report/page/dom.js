// Elements are made here and nowhere else. What comes from a log goes in as text or as an attribute's value, never as
// markup: nothing on this page is ever parsed as HTML.

const SVG = 'http://www.w3.org/2000/svg';

// Characters that would turn the text around them, hide, or do something to a reader's terminal, as escapes.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g;
const visible = (text) => text.replace(UNSEEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : visible(String(value)));
  }
  for (const child of children.flat(2)) {
    if (child === null || child === undefined || child === '' || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
  return element;
}

// h('td', {class: 'number'}, text, element, …); a function as an attribute is a listener.
const h = (tag, attributes, ...children) => furnish(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) => furnish(document.createElementNS(SVG, tag), attributes, children);

const counted = (n, one, many = one + 's') => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

let ids = 0;
const fresh = (prefix) => `${prefix}-${++ids}`;

// Signs and words of findings and statuses: colour is never the only difference.
const SIGNS = {
  contaminated: '\u2715', inconclusive: '?', suspect: '!', unproven: '\u25CB', clean: '\u2713', advice: 'i',
  failed: '\u2715', invalid: '\u2715', flagged: '!', valid: '\u2713',
};
const chip = (word) =>
  h('span', {class: `chip ${word}`}, h('span', {class: 'sign', 'aria-hidden': 'true'}, SIGNS[word] || ''), word);

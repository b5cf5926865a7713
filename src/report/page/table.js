// One table for everything: sorted by its heads, filtered by a text, drawn a hundred rows at a time, because a browser
// takes seconds over ten thousand. Printing takes the first two thousand.

const ROWS_AT_ONCE = 100;
const ROWS_PRINTED = 2000;
const tables = [];

// columns: [{name, of(row) → text or number, show(row) → node (default: the text), sort(row) → what orders it, number: to
// the right, wrap: over several lines, code}].
function table({caption, columns, rows, leftOut = 0, kind = 'row', rowClass = null, narrow = false}) {
  const state = {sorted: -1, down: false, text: '', shown: ROWS_AT_ONCE};
  const texts = new Map();  // row → all that it says, in lower case; made when first asked for
  const said = (row) => {
    if (!texts.has(row)) texts.set(row, columns.map((column) => String(column.of(row) ?? '')).join('\n').toLowerCase());
    return texts.get(row);
  };
  let chosen = rows;
  const body = h('tbody');
  const status = h('span', {class: 'table-status', role: 'status'});
  const more = h('button', {type: 'button', class: 'more', click: () => show(state.shown + 5 * ROWS_AT_ONCE)});

  const heads = columns.map((column, index) =>
    h('th', {scope: 'col', class: column.number ? 'number' : null, 'aria-sort': 'none'},
      h('button', {type: 'button', class: 'sort', click: () => sort(index)}, column.name,
        h('span', {class: 'arrow', 'aria-hidden': 'true'}))));

  function cells(row) {
    return columns.map((column, index) => {
      const shown = column.show ? column.show(row) : column.of(row);
      return h(index === 0 ? 'th' : 'td',
        {scope: index === 0 ? 'row' : null, class: [column.number && 'number', column.code && 'code'].filter(Boolean).join(' ') || null},
        column.wrap ? h('div', {class: 'wrap'}, shown ?? '\u2013') : shown ?? '\u2013');
    });
  }
  function show(upTo) {
    state.shown = Math.min(Math.max(upTo, ROWS_AT_ONCE), chosen.length);
    body.replaceChildren(...chosen.slice(0, state.shown).map((row) => h('tr', {class: rowClass && rowClass(row)}, cells(row))));
    if (chosen.length === 0) body.append(h('tr', {}, h('td', {colspan: columns.length, class: 'none'}, 'none')));
    const left = leftOut > 0 ? `; ${counted(leftOut, 'more', 'more')} only in the files beside this page` : '';
    status.textContent =
      (chosen.length === rows.length ? counted(rows.length, kind) : `${chosen.length} of ${counted(rows.length, kind)}`) +
      (state.shown < chosen.length ? `, the first ${state.shown} shown` : '') + left;
    more.hidden = state.shown >= chosen.length;
    more.textContent = `Show ${Math.min(5 * ROWS_AT_ONCE, chosen.length - state.shown)} more`;
  }
  function choose() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    chosen = words.length === 0 ? rows.slice() : rows.filter((row) => words.every((word) => said(row).includes(word)));
    if (state.sorted >= 0) {
      const of = columns[state.sorted].sort || columns[state.sorted].of;
      const order = (a, b) => {
        const [x, y] = [of(a), of(b)];
        if (x === null || y === null || x === undefined || y === undefined) return (x ?? null) === null ? ((y ?? null) === null ? 0 : 1) : -1;
        const by = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'en', {numeric: true});
        return state.down ? -by : by;
      };
      chosen.sort(order);
    }
    show(ROWS_AT_ONCE);
  }
  function sort(index) {
    state.down = state.sorted === index ? !state.down : columns[index].number === true;
    state.sorted = index;
    heads.forEach((head, i) => head.setAttribute('aria-sort', i !== index ? 'none' : state.down ? 'descending' : 'ascending'));
    choose();
  }

  const field = fresh('filter');
  const input = h('input', {id: field, type: 'search', autocomplete: 'off', spellcheck: 'false', input: () => {
    state.text = input.value;
    choose();
  }});
  show(ROWS_AT_ONCE);
  tables.push({print: () => show(ROWS_PRINTED), restore: () => show(ROWS_AT_ONCE)});
  const name = fresh('table');
  return h('div', {class: narrow ? 'table narrow' : 'table'},
    h('div', {class: 'table-tools'},
      h('label', {for: field}, 'Filter ', h('span', {class: 'hidden'}, caption)), input, status),
    h('div', {class: 'scroll', role: 'region', tabindex: '0', 'aria-labelledby': name},
      h('table', {}, h('caption', {id: name, class: 'hidden'}, caption), h('thead', {}, h('tr', {}, heads)), body)),
    more);
}

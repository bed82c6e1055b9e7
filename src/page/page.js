/* What a page does when it may run scripts; without them it shows the same. No library, nothing fetched, nothing kept. */
(() => {
'use strict';
const all = (query, at = document) => [...at.querySelectorAll(query)];
const make = (name, more = {}, text = '') => {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(more)) e.setAttribute(k, v);
  if (text) e.textContent = text;
  return e;
};
const SVG = 'http://www.w3.org/2000/svg';
const shape = (name, more = {}) => {
  const e = document.createElementNS(SVG, name);
  for (const [k, v] of Object.entries(more)) e.setAttribute(k, v);
  return e;
};
const button = (text, label, act) => {
  const b = make('button', {type: 'button', 'aria-label': label, title: label}, text);
  b.addEventListener('click', act);
  return b;
};
const save = (name, type, text) => {
  const a = make('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
};
const quote = s => /[",\n]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s;
const csv = rows => rows.map(r => r.map(quote).join(',')).join('\n') + '\n';
const fileName = (e, end) => (e.closest('figure')?.querySelector('figcaption')?.textContent || document.title)
  .trim().toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 40) + end;

/* ---- values under the pointer, or under the arrow keys ---- */
const tip = make('div', {id: 'tip', role: 'status', 'aria-live': 'polite'});
tip.hidden = true;
document.body.append(tip);
const show = (text, x, y) => {
  tip.textContent = text;
  tip.hidden = !text;
  tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8)) + 'px';
  tip.style.top = Math.max(4, Math.min(y + 14, innerHeight - tip.offsetHeight - 8)) + 'px';
};
for (const title of all('svg title')) {
  const mark = title.parentNode;
  mark.dataset.tip = title.textContent.trim();
  mark.setAttribute('aria-label', mark.dataset.tip);
  title.remove();
}
document.addEventListener('pointermove', e => {
  const mark = e.target.closest?.('[data-tip]');
  if (mark) show(mark.dataset.tip, e.clientX, e.clientY);
  else if (!e.target.closest?.('svg.time')) show('');
});
for (const svg of all('svg')) {
  const marks = all('[data-tip]', svg);
  const name = svg.closest('figure')?.querySelector('figcaption')?.textContent.trim();
  if (name && !svg.hasAttribute('aria-label')) svg.setAttribute('aria-label', name);
  if (!marks.length) continue;
  let at = -1;
  svg.tabIndex = 0;
  svg.addEventListener('keydown', e => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
    if (e.key === 'Escape') show('');
    if (!step) return;
    e.preventDefault();
    marks[at]?.classList.remove('chosen');
    at = (at + step + marks.length) % marks.length;
    marks[at].classList.add('chosen');
    const box = marks[at].getBoundingClientRect();
    show(marks[at].dataset.tip, box.left + box.width / 2, box.top + box.height / 2);
  });
  svg.addEventListener('blur', () => { marks[at]?.classList.remove('chosen'); at = -1; show(''); });
}

/* ---- a sentence of the verdict leads to its slots, and a source line that it names opens ---- */
for (const link of all('a[data-causes]'))
  link.addEventListener('click', () => {
    for (const old of all('.chosen')) old.classList.remove('chosen');
    const bar = document.querySelector(link.getAttribute('href')), causes = link.dataset.causes.split(' ');
    for (const m of all('[data-cause]', bar ?? document)) if (causes.includes(m.dataset.cause)) m.classList.add('chosen');
  });
for (const box of all('a.stage')) /* opens, closes the others; a second click closes it again */
  box.addEventListener('click', e => {
    const mine = document.querySelector(box.getAttribute('href'));
    e.preventDefault();
    mine.open = !mine.open;
    for (const other of all('details.stage', mine.parentNode)) if (other !== mine) other.open = false;
    if (mine.open) mine.scrollIntoView({block: 'nearest'});
  });
const reveal = () => {
  const at = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let e = at; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
  const inner = at && at.tagName === 'TR' && at.querySelector('details');
  if (inner) inner.open = true;
};
addEventListener('hashchange', reveal);
reveal();

/* ---- series that are not wanted ---- */
for (const legend of all('figure .legend')) {
  const svgs = all('svg', legend.closest('figure'));
  for (const entry of legend.children) {
    const key = entry.querySelector('i');
    const colour = key && /k([0-9n])/.exec(key.className)?.[1];
    if (!colour) continue;
    const look = e => e.classList.contains('h') ? 'hatched' : e.style.opacity !== '' ? 'light' : 'full';
    const mine = svgs.flatMap(s => all(`.c${colour}, .l${colour}`, s)).filter(m => look(m) === look(key));
    if (!mine.length) continue;
    entry.tabIndex = 0;
    entry.setAttribute('role', 'switch');
    entry.setAttribute('aria-checked', 'true');
    const turn = () => {
      const on = entry.getAttribute('aria-checked') !== 'true';
      entry.setAttribute('aria-checked', on);
      for (const m of mine) m.style.display = on ? '' : 'none';
    };
    entry.addEventListener('click', turn);
    entry.addEventListener('keydown', e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); turn(); } });
  }
}

/* ---- tables: sorted by a column, and as CSV ---- */
const SCALE = {T: 1e12, G: 1e9, M: 1e6, k: 1e3, TB: 1e12, GB: 1e9, MB: 1e6, KB: 1e3};
const number = text => {
  const m = /^[\s\u00a0]*(?:x )?([-+]?[\d.,]+(?:e[-+]?\d+)?)[\s\u00a0\u202f]*([A-Za-z]*)/.exec(text);
  return m ? parseFloat(m[1].replaceAll(',', '')) * (SCALE[m[2]] ?? 1) : NaN;
};
for (const table of all('table')) {
  const head = table.rows[0];
  if (!head || head.cells[0]?.tagName !== 'TH' || table.rows.length < 3) continue;
  const rows = [...table.rows].slice(1);
  [...head.cells].forEach((th, column) => {
    th.tabIndex = 0;
    th.setAttribute('aria-sort', 'none');
    const sort = () => {
      const down = th.getAttribute('aria-sort') === 'ascending';
      for (const other of head.cells) other.setAttribute('aria-sort', 'none');
      th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const value = row => row.cells[column]?.textContent ?? '';
      const numeric = rows.some(r => !isNaN(number(value(r))));
      const order = (a, b) => { /* what has no number comes last, whichever way */
        if (!numeric) return (down ? -1 : 1) * value(a).localeCompare(value(b));
        const x = number(value(a)), y = number(value(b));
        return isNaN(x) || isNaN(y) ? isNaN(x) - isNaN(y) : down ? y - x : x - y;
      };
      for (const row of rows.slice().sort(order)) row.parentNode.append(row);
    };
    th.addEventListener('click', sort);
    th.addEventListener('keydown', e => { if (e.key === 'Enter') sort(); });
  });
  const text = () => csv([...table.rows].map(r => [...r.cells].map(c => (c.querySelector('summary') ?? c).textContent.trim())));
  const tools = make('p', {class: 'tools quiet'});
  const copy = button('copy as CSV', 'copy this table as CSV', async () => {
    try { await navigator.clipboard.writeText(text()); copy.textContent = 'copied'; }
    catch { save(fileName(table, '.csv'), 'text/csv', text()); }
  });
  tools.append(copy, button('CSV', 'save this table as CSV', () => save(fileName(table, '.csv'), 'text/csv', text())));
  (table.closest('.wide') ?? table).after(tools);
}

/* ---- each drawing as a file of its own, and its values ---- */
const LOOK = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font', 'font-size', 'font-weight'];
const hatches = () => { /* the patterns of hatched shapes, in colours of their own */
  const from = document.querySelector('#hatches defs'), copy = from.cloneNode(true), to = all('rect', copy);
  all('rect', from).forEach((e, i) => { to[i].style.fill = getComputedStyle(e).fill; });
  return copy;
};
const alone = svg => {
  const copy = svg.cloneNode(true), from = [svg, ...all('*', svg)], to = [copy, ...all('*', copy)];
  from.forEach((e, i) => {
    const style = getComputedStyle(e);
    to[i].setAttribute('style', LOOK.map(k => `${k}:${style.getPropertyValue(k)}`).join(';'));
  });
  copy.setAttribute('xmlns', SVG);
  if (copy.querySelector('.h')) copy.prepend(hatches());
  return new XMLSerializer().serializeToString(copy);
};
for (const figure of all('figure')) {
  const svgs = all('svg', figure);
  if (!svgs.length) continue;
  const tools = make('p', {class: 'tools quiet'});
  tools.append(button('SVG', 'save this drawing', () => svgs.forEach((s, i) => save(fileName(s, i ? `-${i}.svg` : '.svg'), 'image/svg+xml', alone(s)))));
  const marks = all('[data-tip]', figure);
  if (marks.length)
    tools.append(button('CSV', 'save the values of this drawing', () => save(fileName(svgs[0], '.csv'), 'text/csv',
      csv(marks.map(m => m.dataset.tip.split('\n')[0]).map(t => { const at = t.lastIndexOf(': '); return at < 0 ? [t] : [t.slice(0, at), t.slice(at + 2)]; })))));
  figure.append(tools);
}

/* ---- plots over time: one cursor in all of them, and a part of the time by dragging ---- */
const times = all('svg.time').map(svg => {
  const get = k => parseFloat(svg.dataset[k]);
  const plot = {svg, from: get('from'), to: get('to'), left: get('left'), width: get('width'), top: get('top'), foot: get('foot')};
  const clip = shape('clipPath', {id: 'clip' + Math.random().toString(36).slice(2)});
  clip.append(shape('rect', {x: plot.left, y: 0, width: plot.width, height: plot.foot + 2}));
  plot.group = shape('g', {'clip-path': `url(#${clip.id})`});
  plot.inner = shape('g');
  plot.group.append(plot.inner);
  for (const m of all('polyline, polygon, circle, rect', svg)) {
    m.setAttribute('vector-effect', 'non-scaling-stroke');
    plot.inner.append(m);
  }
  plot.cursor = shape('line', {class: 'cursor', y1: plot.top, y2: plot.foot});
  plot.part = shape('rect', {class: 'part', y: plot.top, height: plot.foot - plot.top});
  plot.cursor.style.display = plot.part.style.display = 'none';
  svg.append(clip, plot.group, plot.part, plot.cursor);
  return plot;
});
if (times.length) {
  const whole = [Math.min(...times.map(t => t.from)), Math.max(...times.map(t => t.to))];
  let now = whole.slice(), begun = null;
  const brief = v => Math.abs(v) >= 1e6 ? +(v / 1e6).toPrecision(4) + ' M' : Math.abs(v) >= 1e4 ? +(v / 1e3).toPrecision(4) + ' k' : String(+v.toPrecision(4));
  const place = (t, v) => t.left + t.width * (v - now[0]) / (now[1] - now[0]);
  const value = (t, e) => {
    const box = t.svg.getBoundingClientRect(), x = (e.clientX - box.left) * t.svg.viewBox.baseVal.width / box.width;
    return Math.max(now[0], Math.min(now[1], now[0] + (x - t.left) / t.width * (now[1] - now[0])));
  };
  const draw = () => {
    const step = 10 ** Math.floor(Math.log10((now[1] - now[0]) / 5)), fit = [1, 2, 5, 10].find(k => (now[1] - now[0]) / (k * step) <= 6) * step;
    for (const t of times) {
      const scale = (t.to - t.from) / (now[1] - now[0]);
      t.inner.setAttribute('transform', `translate(${place(t, t.from) - t.left * scale} 0) scale(${scale} 1)`);
      for (const m of all('circle', t.inner)) m.style.display = scale > 1.001 ? 'none' : '';
      for (const old of all('.xt', t.svg)) old.remove();
      for (let v = Math.ceil(now[0] / fit) * fit; v <= now[1]; v += fit) {
        const text = shape('text', {class: 'tick xt', x: place(t, v), y: t.foot + 16, 'text-anchor': 'middle'});
        text.textContent = brief(v);
        t.svg.append(text);
      }
    }
    back.hidden = now[0] === whole[0] && now[1] === whole[1];
  };
  const back = button('all of the time', 'show all of the time again', () => { now = whole.slice(); draw(); });
  back.hidden = true;
  times[0].svg.closest('.grid2')?.before(make('p', {class: 'dim small'}, 'Drag over a plot to see a part of the time in all of them. '), back);
  const point = v => {
    for (const t of times) {
      t.cursor.style.display = '';
      t.cursor.setAttribute('x1', place(t, v));
      t.cursor.setAttribute('x2', place(t, v));
    }
    document.dispatchEvent(new CustomEvent('time', {detail: v}));
  };
  for (const t of times) {
    t.svg.addEventListener('pointermove', e => {
      const v = value(t, e);
      point(v);
      if (!e.target.closest('[data-tip]')) show('cycle ' + Math.round(v).toLocaleString('en'), e.clientX, e.clientY);
      if (begun === null) return;
      for (const o of times) {
        o.part.style.display = '';
        o.part.setAttribute('x', place(o, Math.min(v, begun)));
        o.part.setAttribute('width', Math.abs(place(o, v) - place(o, begun)));
      }
    });
    t.svg.addEventListener('pointerdown', e => { begun = value(t, e); });
    t.svg.addEventListener('pointerleave', () => { for (const o of times) o.cursor.style.display = 'none'; show(''); });
  }
  document.addEventListener('pointerup', e => {
    if (begun === null) return;
    const t = times.find(o => o.svg === e.target.closest?.('svg.time')) ?? times[0], v = value(t, e), first = begun;
    begun = null;
    for (const o of times) o.part.style.display = 'none';
    if (Math.abs(v - first) > (now[1] - now[0]) / 100) {
      now = [Math.min(v, first), Math.max(v, first)];
      draw();
    }
  });
  window.sluiceTime = () => now;
}

/* ---- the memory path over time ---- */
const film = document.getElementById('film');
if (film) {
  const data = JSON.parse(film.textContent), n = data.cycle.length, figure = make('figure', {id: 'film-figure'});
  const svg = shape('svg', {viewBox: '0 0 900 150', width: 900, role: 'img', 'aria-label': 'the memory path at a moment'});
  const boxes = ['SMs', 'L1', 'network', 'L2', 'DRAM'], edges = ['ipc', 'l1_miss', 'load', 'l2_miss'], flows = [], words = [];
  boxes.forEach((name, i) => {
    const x = 10 + 190 * i;
    svg.append(shape('rect', {class: 'box', x, y: 40, width: 120, height: 56, rx: 5}));
    const title = shape('text', {class: 'b', x: x + 60, y: 62, 'text-anchor': 'middle'}), word = shape('text', {class: 's', x: x + 60, y: 82, 'text-anchor': 'middle'});
    title.textContent = name;
    words.push(word);
    svg.append(title, word);
    if (i < edges.length) {
      flows.push(shape('line', {class: 'flow', x1: x + 122, x2: x + 188, y1: 68, y2: 68}));
      svg.append(flows[i]);
    }
  });
  const slider = make('input', {type: 'range', min: 0, max: n - 1, value: 0, 'aria-label': 'the moment that is shown'}), when = make('span', {class: 'dim num'});
  const percent = v => (100 * v).toFixed(1) + ' %', most = k => Math.max(1e-9, ...data[k]);
  const tops = {warp_ipc: most('warp_ipc'), load: Math.max(most('request_load'), most('reply_load')), dram: most('dram_gb_per_s')};
  const at = i => {
    const ipc = data.warp_ipc[i], l1 = data.l1_hit_rate[i], l2 = data.l2_hit_rate[i], load = Math.max(data.request_load[i], data.reply_load[i]), dram = data.dram_gb_per_s[i];
    [`IPC ${ipc.toFixed(2)}`, `${percent(l1)} hit`, `load ${percent(load)}`, `${percent(l2)} hit`, `${dram.toFixed(1)} GB/s`].forEach((t, k) => { words[k].textContent = t; });
    [ipc / tops.warp_ipc, load / tops.load, load / tops.load, dram / tops.dram].forEach((v, k) => { flows[k].setAttribute('stroke-width', 1 + 19 * v); });
    when.textContent = ` cycle ${data.cycle[i].toLocaleString('en')}`;
    slider.value = i;
  };
  let timer = null;
  const play = button('play', 'play the traffic over time', () => {
    if (timer) { clearInterval(timer); timer = null; play.textContent = 'play'; return; }
    play.textContent = 'stop';
    timer = setInterval(() => at((+slider.value + 1) % n), Math.max(30, 6000 / n));
  });
  slider.addEventListener('input', () => at(+slider.value));
  document.addEventListener('time', e => { const i = data.cycle.findIndex(c => c >= e.detail); if (i >= 0 && !timer) at(i); });
  const bar = make('p', {class: 'tools'});
  bar.append(play, slider, when);
  const caption = make('figcaption', {}, 'The memory path at a moment ');
  caption.append(make('span', {class: 'dim'}, 'the wider an edge, the more it carries; it follows the cursor of the plots below'));
  figure.append(caption, svg, bar);
  film.before(figure);
  at(0);
}
})();

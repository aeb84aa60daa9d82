"""The page that shows a graph in a browser: its style and its script, no other program and no network needed."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light;--ink:#22303c;--soft:#66788a;--line:#dde4ea}
*{box-sizing:border-box}
html,body{margin:0;height:100%;overflow:hidden;background:#fff;color:var(--ink);font:14px/1.45 system-ui,"Noto Sans","Noto Sans CJK SC",sans-serif}
canvas{position:fixed;inset:0;width:100%;height:100%;cursor:grab;touch-action:none}
canvas.over{cursor:pointer}
.box{position:fixed;background:rgba(255,255,255,.94);border:1px solid var(--line);border-radius:8px;padding:10px 12px;box-shadow:0 1px 6px rgba(34,48,60,.08)}
#find{top:12px;left:12px;width:290px}
#find h1{font-size:15px;margin:0 0 6px}
#find input{width:100%;padding:6px 8px;font:inherit;border:1px solid var(--line);border-radius:6px}
#found{margin:6px 0 0;padding:0;list-style:none;max-height:40vh;overflow:auto}
#found li{padding:3px 4px;cursor:pointer;border-radius:4px}
#found li:hover,#found li:focus{background:#eef3f7;outline:none}
#legend{left:12px;bottom:12px}
#legend label{display:block;cursor:pointer;white-space:nowrap}
#legend i,.dot{display:inline-block;width:11px;height:11px;border-radius:50%;margin-right:7px;vertical-align:-1px}
#legend input{margin:0 7px 0 0;vertical-align:-1px}
#zoom{right:12px;bottom:12px;padding:4px}
#zoom button{font:inherit;width:32px;height:30px;border:0;background:none;cursor:pointer;border-radius:5px}
#zoom button:hover{background:#eef3f7}
#about{top:12px;right:12px;width:370px;max-height:calc(100% - 90px);overflow:auto;display:none}
#about h2{font-size:16px;margin:0 0 2px}
#about p{margin:2px 0;color:var(--soft)}
#about ul{padding-left:16px;margin:6px 0 0}
#about li{margin:0 0 6px}
#about q{display:block;font-size:12.5px;color:var(--soft)}
#shut{position:sticky;top:0;float:right;width:30px;height:30px;margin:-6px -8px 0 4px;border:0;border-radius:5px;background:#fff;font:inherit;cursor:pointer}
#legend summary{cursor:pointer}
@media (max-width:640px){
  #find{right:12px;width:auto}
  #about{z-index:1;top:auto;left:0;right:0;bottom:0;width:auto;max-height:45%;border-radius:12px 12px 0 0;background:#fff}
  #found{max-height:24vh}
}
"""

SCRIPT = r"""
'use strict';
const graph = JSON.parse(document.getElementById('graph').textContent);
const {nodes, edges, types, kinds, titles} = graph, both = new Set(graph.both), narrow = () => window.innerWidth <= 640;
const canvas = document.getElementById('canvas'), pen = canvas.getContext('2d');
const about = document.getElementById('about'), found = document.getElementById('found'), search = document.getElementById('search');
const shown = types.map(() => true), near = nodes.map(() => []);
let width = 0, height = 0, scale = 1, whole = 1, left = 0, top_ = 0, hovered = null, chosen = null, waiting = false;
const FONT = '"Noto Sans","Noto Sans CJK SC",system-ui,sans-serif', FEW = 12;

edges.forEach((edge, number) => { near[edge.s].push(number); if (edge.t !== edge.s) near[edge.t].push(number); });
// Titles and other long labels cover much: names come first.
const rank = node => node.r * (node.n.length > 40 ? 0.4 : 1);
const byRank = nodes.map((_, number) => number).sort((a, b) => rank(nodes[b]) - rank(nodes[a]) || a - b);

function fit() {
  const kept = nodes.filter(node => shown[node.k]);
  if (!kept.length) return;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const {x, y, r} of kept) { x0 = Math.min(x0, x - r); y0 = Math.min(y0, y - r); x1 = Math.max(x1, x + r); y1 = Math.max(y1, y + r); }
  scale = Math.min((width - 60) / (x1 - x0), (height - 60) / (y1 - y0), 4);
  whole = scale;
  left = width / 2 - scale * (x0 + x1) / 2; top_ = height / 2 - scale * (y0 + y1) / 2;
}

function resize() {
  const ratio = window.devicePixelRatio || 1, first = !width;
  width = window.innerWidth; height = window.innerHeight;
  canvas.width = width * ratio; canvas.height = height * ratio;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (first) fit();
  redraw();
}

function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
}

const seen = node => shown[node.k];
const place = node => [left + scale * node.x, top_ + scale * node.y];
const radius = node => Math.max(2, node.r * scale);

function draw() {
  pen.clearRect(0, 0, width, height);
  const focus = chosen ?? (hovered && hovered.node !== undefined ? hovered.node : null);
  const lit = new Set(focus === null ? [] : [focus, ...near[focus].flatMap(number => [edges[number].s, edges[number].t])]);
  edges.forEach((edge, number) => {
    const from = nodes[edge.s], to = nodes[edge.t];
    if (!seen(from) || !seen(to)) return;
    const bright = focus !== null ? edge.s === focus || edge.t === focus : hovered && hovered.edge === number;
    const [x, y] = place(from), [u, v] = place(to);
    pen.globalAlpha = bright ? 0.9 : focus !== null ? 0.06 : 0.28;
    pen.strokeStyle = bright ? '#3d5166' : '#8fa1b3';
    pen.lineWidth = Math.min(0.5 + 0.5 * edge.w, 6) * (bright ? 1.3 : 1);
    pen.beginPath(); pen.moveTo(x, y); pen.lineTo(u, v); pen.stroke();
    if (bright && graph.directed && !both.has(edge.k)) arrow(x, y, u, v, radius(to));
  });
  for (let i = byRank.length - 1; i >= 0; i--) {
    const number = byRank[i], node = nodes[number];
    if (!seen(node)) continue;
    const [x, y] = place(node), r = radius(node);
    if (x < -r || y < -r || x > width + r || y > height + r) continue;
    pen.globalAlpha = focus === null || lit.has(number) ? 1 : 0.15;
    pen.fillStyle = types[node.k].color; pen.strokeStyle = number === focus ? '#22303c' : '#fff'; pen.lineWidth = number === focus ? 2 : 1;
    pen.beginPath(); pen.arc(x, y, r, 0, 7); pen.fill(); pen.stroke();
  }
  labels(focus, lit);
  pen.globalAlpha = 1;
}

function arrow(x, y, u, v, r) {
  const turn = Math.atan2(v - y, u - x), px = u - r * Math.cos(turn), py = v - r * Math.sin(turn);
  pen.fillStyle = pen.strokeStyle; pen.beginPath(); pen.moveTo(px, py);
  for (const side of [0.4, -0.4]) pen.lineTo(px - 9 * Math.cos(turn + side), py - 9 * Math.sin(turn + side));
  pen.fill();
}

// The best-connected nodes have their labels first; a label that would cover another waits until one zooms in.
function labels(focus, lit) {
  const taken = [], order = focus === null ? byRank : [focus, ...byRank.filter(number => lit.has(number) && number !== focus)];
  pen.textAlign = 'center'; pen.textBaseline = 'top'; pen.lineJoin = 'round';
  let drawn = 0;
  const most = focus === null ? 70 * Math.max(1, scale / whole) ** 1.5 : 80;
  for (const number of order) {
    const node = nodes[number];
    if (!seen(node)) continue;
    const [x, y] = place(node), r = radius(node), px = number === focus ? 15 : Math.max(11, Math.min(15, 9 + r / 3));
    if (x < 0 || y < 0 || x > width || y > height || drawn > most) continue;
    pen.font = `${number === focus ? 600 : 400} ${px}px ${FONT}`;
    const text = node.n.length > 44 ? node.n.slice(0, 43) + '…' : node.n;
    const half = pen.measureText(text).width / 2 + 3, box = [x - half, y + r, x + half, y + r + px + 4];
    if (number !== focus && taken.some(o => box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3])) continue;
    taken.push(box); drawn++;
    pen.globalAlpha = 1; pen.lineWidth = 3; pen.strokeStyle = '#fff'; pen.fillStyle = '#22303c';
    pen.strokeText(text, x, y + r + 2); pen.fillText(text, x, y + r + 2);
  }
}

function hit(x, y) {
  for (const number of byRank) {
    const node = nodes[number], [u, v] = place(node);
    if (seen(node) && Math.hypot(x - u, y - v) <= radius(node) + 3) return {node: number};
  }
  let best = null, least = 5;
  edges.forEach((edge, number) => {
    if (!seen(nodes[edge.s]) || !seen(nodes[edge.t])) return;
    const [a, b] = place(nodes[edge.s]), [c, d] = place(nodes[edge.t]), long = (c - a) ** 2 + (d - b) ** 2 || 1;
    const part = Math.max(0, Math.min(1, ((x - a) * (c - a) + (y - b) * (d - b)) / long));
    const away = Math.hypot(x - a - part * (c - a), y - b - part * (d - b));
    if (away < least) { least = away; best = {edge: number}; }
  });
  return best;
}

function add(parent, name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

// What is written about a thing comes from papers: it is set as text, never as markup.
function tell(what) {
  about.replaceChildren();
  about.style.display = what ? 'block' : 'none';
  if (!what) return;
  const shut = add(about, 'button', '×');
  shut.id = 'shut'; shut.title = 'close'; shut.onclick = () => choose(null);
  if (what.node !== undefined) {
    const node = nodes[what.node];
    add(about, 'h2', node.n);
    const line = add(about, 'p'), dot = add(line, 'span');
    dot.className = 'dot'; dot.style.background = types[node.k].color;
    line.append([types[node.k].name, node.z, node.p ? `${node.p} paper${node.p > 1 ? 's' : ''}` : '', node.d].filter(Boolean).join(' · '));
    if (node.a) add(about, 'p', 'also: ' + (node.a.length > 160 ? node.a.slice(0, 159) + '…' : node.a));
    // What holds both ways stands in the graph from either end: it is told once.
    const links = near[what.node].filter(number => !(both.has(edges[number].k) && edges[number].s !== what.node));
    const list = add(about, 'ul'), strong = links.sort((a, b) => !!edges[b].q - !!edges[a].q || edges[b].w - edges[a].w || a - b);
    for (const number of strong.slice(0, FEW)) {
      const edge = edges[number], out = edge.s === what.node, other = nodes[out ? edge.t : edge.s];
      const item = add(list, 'li', way(edge, out) + other.n);
      evidence(item, edge, 1);
    }
    if (strong.length > FEW) add(about, 'p', `and ${strong.length - FEW} more`);
  } else {
    const edge = edges[what.edge];
    add(about, 'h2', `${nodes[edge.s].n} — ${nodes[edge.t].n}`);
    add(about, 'p', kinds[edge.k] + (edge.f ? ' · ' + edge.f : ''));
    evidence(about, edge, 8);
  }
}

function way(edge, out) {
  if (!graph.directed || both.has(edge.k)) return kinds[edge.k] + ' – ';
  return out ? kinds[edge.k] + ' → ' : '← ' + kinds[edge.k] + ' – ';
}

function evidence(parent, edge, most) {
  for (const figure of (edge.m || []).slice(0, most)) add(parent, 'p', figure);
  for (const quote of (edge.q || []).slice(0, most)) add(parent, 'q', quote.length > 300 ? quote.slice(0, 299) + '…' : quote);
  if (most === 1 && edge.q && edge.q.length) return;
  for (const paper of (edge.o || []).slice(0, most)) add(parent, 'p', typeof paper === 'number' ? titles[paper] : paper);
  const more = (edge.o || []).length - most;
  if (more > 0) add(parent, 'p', `and ${more} more paper${more > 1 ? 's' : ''}`);
}

function zoom(factor, x = width / 2, y = height / 2) {
  const next = Math.max(0.02, Math.min(40, scale * factor)), by = next / scale;
  left = x - (x - left) * by; top_ = y - (y - top_) * by; scale = next;
  redraw();
}

function choose(number) {
  chosen = number;
  if (number !== null) {
    const node = nodes[number];
    shown[node.k] = true; legend();
    scale = Math.max(scale, 1.2); left = width / 2 - scale * node.x; top_ = height * (narrow() ? 0.35 : 0.5) - scale * node.y;
    // On a small screen the list would cover what was looked for.
    if (narrow()) { found.replaceChildren(); search.blur(); }
  }
  tell(number === null ? null : {node: number}); redraw();
}

const held = new Map();
let moved = 0;
canvas.addEventListener('pointerdown', event => { held.set(event.pointerId, [event.clientX, event.clientY]); canvas.setPointerCapture(event.pointerId); moved = 0; });
canvas.addEventListener('pointermove', event => {
  const now = [event.clientX, event.clientY], before = held.get(event.pointerId);
  if (!before) {
    const over = hit(...now);
    if (over?.node === hovered?.node && over?.edge === hovered?.edge) return;
    hovered = over; canvas.classList.toggle('over', !!over);
    if (chosen === null) tell(hovered);
    return redraw();
  }
  moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
  if (held.size === 2) {
    const [other] = [...held].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const apart = at => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
    zoom(apart(now) / apart(before), ...other);
  } else { left += now[0] - before[0]; top_ += now[1] - before[1]; redraw(); }
  held.set(event.pointerId, now);
});
for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, event => {
  held.delete(event.pointerId);
  if (name === 'pointerup' && moved < 4) { const over = hit(event.clientX, event.clientY); chosen = over && over.node !== undefined ? over.node : null; hovered = over; tell(over); redraw(); }
});
canvas.addEventListener('wheel', event => { event.preventDefault(); zoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY); }, {passive: false});
document.getElementById('in').onclick = () => zoom(1.4);
document.getElementById('out').onclick = () => zoom(1 / 1.4);
document.getElementById('all').onclick = () => { fit(); choose(null); };

const fold = text => text.normalize('NFKC').toLowerCase();
const names = nodes.map(node => fold([node.n, node.z || '', node.a || ''].join('\n')));
search.addEventListener('input', () => {
  found.replaceChildren();
  const wanted = fold(search.value.trim());
  if (!wanted) return choose(null);
  for (const number of byRank.filter(number => names[number].includes(wanted)).slice(0, FEW)) {
    const item = add(found, 'li', nodes[number].n), dot = document.createElement('span');
    dot.className = 'dot'; dot.style.background = types[nodes[number].k].color; item.prepend(dot);
    item.tabIndex = 0;
    item.onclick = () => choose(number);
    item.onkeydown = event => { if (event.key === 'Enter') choose(number); };
  }
  if (!found.children.length) add(found, 'li', 'nothing of that name');
});
search.addEventListener('keydown', event => {
  if (event.key === 'Enter' && found.firstChild && found.firstChild.onclick) found.firstChild.onclick();
  if (event.key === 'Escape') { search.value = ''; found.replaceChildren(); choose(null); }
});

function legend() {
  const box = document.getElementById('types');
  box.replaceChildren();
  types.forEach((type, number) => {
    const label = add(box, 'label'), tick = add(label, 'input'), dot = add(label, 'i');
    tick.type = 'checkbox'; tick.checked = shown[number]; dot.style.background = type.color;
    label.append(`${type.name} (${nodes.filter(node => node.k === number).length})`);
    tick.onchange = () => { shown[number] = tick.checked; redraw(); };
  });
}
document.getElementById('legend').open = !narrow();
legend();
window.addEventListener('resize', resize);
resize();
"""

BODY = """
<canvas id="canvas"></canvas>
<div id="find" class="box"><h1>{title}</h1><input id="search" type="search" placeholder="Search in English or Chinese" aria-label="Search"><ul id="found"></ul></div>
<details id="legend" class="box" open><summary>Legend</summary><div id="types"></div></details>
<div id="about" class="box"></div>
<div id="zoom" class="box"><button id="in" title="closer">+</button><button id="out" title="further">−</button><button id="all" title="everything">⤢</button></div>
"""

// Reads GEXF and GraphML files as Gephi Lite does, and prints a line of JSON on what has come in.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const load = createRequire(pathToFileURL(process.argv[2] + '/'));
const {MultiGraph, MultiDirectedGraph} = load('graphology');
const gexf = load('graphology-gexf'), graphml = load('graphology-graphml');

for (const path of process.argv.slice(3)) {
  const text = readFileSync(path, 'utf8'), directed = /defaultedgetype="directed"|edgedefault="directed"/.test(text);
  const graph = (path.endsWith('.gexf') ? gexf : graphml).parse(directed ? MultiDirectedGraph : MultiGraph, text);
  const labels = {}, kinds = {}, nodeTypes = {}, edgeTypes = {};
  const note = (types, row) => { for (const [name, value] of Object.entries(row)) (types[name] ??= new Set()).add(typeof value); };
  let weight = 0, placed = 0;
  graph.forEachNode((node, row) => { labels[node] = row.label; note(nodeTypes, row); placed += Number.isFinite(row.x) && Number.isFinite(row.y); });
  graph.forEachEdge((edge, row) => { weight += row.weight; kinds[row.kind] = (kinds[row.kind] ?? 0) + 1; note(edgeTypes, row); });
  const plain = types => Object.fromEntries(Object.entries(types).map(([name, found]) => [name, [...found].sort()]));
  console.log(JSON.stringify({path, nodes: graph.order, edges: graph.size, directed, weight, placed, kinds, labels, nodeTypes: plain(nodeTypes), edgeTypes: plain(edgeTypes)}));
}

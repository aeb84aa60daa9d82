// The JSON interface of the server, typed.

export interface Brief {
  id: string;
  label: string;
  label_zh: string;
  type: string;
  kind?: string;
  date?: string;
  papers?: number;
  matched?: string;
}
export interface Quote {
  source: string;
  extractor: string;
  title?: string;
  date?: string;
  before?: string;
  mention?: string;
  after?: string;
}
export interface Group {
  predicate: string;
  forward: boolean;
  total: number;
  edges: { other: Brief; papers: number; first: string; last: string; evidence: Quote[] }[];
}
export interface NodeView extends Brief {
  aliases: string[];
  abstract: string;
  affiliation: string;
  sentence: string;
  facts: Record<string, string | number>;
  groups: Group[];
}
export interface Edge {
  source: string;
  target: string;
  predicate: string;
  papers: number;
  first: string;
  last: string;
}
export interface Neighbourhood {
  nodes: Brief[];
  edges: Edge[];
  total: number;
}
export interface Hop {
  source: string;
  predicate: string;
  target: string;
  forward: boolean;
  evidence: Quote;
}
export interface Paths {
  from: Brief;
  to: Brief;
  paths: { nodes: Brief[]; hops: Hop[] }[];
}
export interface Claim {
  id: string;
  subject: Brief[];
  baseline: Brief[];
  hardware: Brief[];
  metric: string;
  qualifier: string;
  low: number | string;
  high: number | string;
  unit: string;
  direction: string;
  date: string;
  paper: Brief;
  evidence: Quote;
}
export interface Timeline {
  node: Brief;
  total: number;
  years: ({ year: string; papers: number } & Record<string, number | string>)[];
  papers: { paper: Brief; said: { predicate: string; about: Brief; evidence: Quote | null }[] }[];
}
export interface Meta {
  base: string;
  prefixes: Record<string, string>;
  counts: { nodes: Record<string, number>; edges: Record<string, number> };
  years: string[];
  types: { name: string; label: string; label_zh: string; color: string }[];
  predicates: { name: string; label: string; label_zh: string; origin: string }[];
  properties: string[];
  examples: { name: string; label: string; label_zh: string; query: string }[];
}
export interface Term {
  type: string;
  value: string;
  "xml:lang"?: string;
  datatype?: string;
}
export interface Results {
  head: { vars?: string[] };
  boolean?: boolean;
  results?: { bindings: Record<string, Term>[] };
}

type Query = Record<string, string | number | string[] | undefined>;

function address(path: string, query: Query): string {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== "") made.append(name, String(one));
  }
  const text = made.toString();
  return text ? `${path}?${text}` : path;
}

/** Return *id* as a part of a path. */
export function pathOf(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}

async function read(response: Response): Promise<Response> {
  if (!response.ok) throw new Error((await response.text()).trim() || `${response.status} ${response.statusText}`);
  return response;
}

async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const response = await read(await fetch(address(path, query), { signal: signal ?? null, headers: { accept: "application/json" } }));
  return (await response.json()) as T;
}

export const api = {
  meta: () => get<Meta>("/api/meta"),
  search: (q: string, signal?: AbortSignal) => get<{ results: Brief[] }>("/api/search", { q, limit: 12 }, signal),
  node: (id: string) => get<NodeView>(`/api/node/${pathOf(id)}`),
  neighbors: (id: string, query: Query) => get<Neighbourhood>(`/api/neighbors/${pathOf(id)}`, query),
  overview: () => get<Neighbourhood>("/api/overview"),
  path: (from: string, to: string, not: string[], k: number) => get<Paths>("/api/path", { from, to, not, k }),
  claims: () => get<{ total: number; claims: Claim[] }>("/api/claims", { limit: 2000 }),
  timeline: (id: string, narrower: boolean) =>
    get<Timeline>(`/api/timeline/${pathOf(id)}`, { narrower: narrower ? 1 : undefined }),
  claimsTable: (q: string, baseline: boolean) => address("/api/claims.csv", { q, baseline: baseline ? 1 : undefined }),
  /** Ask the endpoint; triples come back as Turtle text. */
  async sparql(query: string, accept: string): Promise<{ type: string; text: string }> {
    const headers = { accept, "content-type": "application/sparql-query" };
    const response = await read(await fetch("/sparql", { method: "POST", headers, body: query }));
    return { type: (response.headers.get("content-type") ?? "").split(";")[0] ?? "", text: await response.text() };
  },
};

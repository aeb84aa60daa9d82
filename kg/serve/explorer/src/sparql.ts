// The SPARQL page: an editor that knows the prefixes and the schema, the example questions, and the rows of the answer.
import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, defaultHighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { sparql } from "@codemirror/legacy-modes/mode/sparql";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { api, type Meta, type Results, type Term } from "./api";
import { h, show } from "./dom";
import { label, rowCount, t } from "./i18n";
import { problem } from "./parts";

const ACCEPT = "application/sparql-results+json, text/turtle;q=0.9";
const LOOK = EditorView.theme({
  "&": { fontSize: "14px", border: "1px solid #d0d9e1", borderRadius: "8px", backgroundColor: "#fff" },
  "&.cm-focused": { outline: "2px solid #1d5fa8" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', minHeight: "10em", maxHeight: "50vh", overflow: "auto" },
  ".cm-gutters": { backgroundColor: "#f5f7f9", borderRadius: "8px 0 0 8px" },
});
let last = "";

export function sparqlView(meta: Meta, query: URLSearchParams): HTMLElement {
  const result = h("div", { class: "result", "aria-live": "polite" });
  const host = h("div", { class: "editor" });
  // Styles that the editor makes as it runs are adopted by its shadow root: the server's policy allows none in the page itself.
  const root = host.attachShadow({ mode: "open" });
  const place = h("div");
  root.append(place);
  const start = query.get("query") ?? (last || meta.examples[0]?.query.trim() || "SELECT * { ?s ?p ?o } LIMIT 10");
  const button = h("button", { type: "button", class: "primary", click: () => void run() }, t("run"));
  const view = new EditorView({
    root,
    parent: place,
    state: EditorState.create({
      doc: start,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        StreamLanguage.define(sparql),
        syntaxHighlighting(defaultHighlightStyle),
        autocompletion({ override: [completer(meta)] }),
        keymap.of([{ key: "Mod-Enter", run: () => (void run(), true) }, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "SPARQL" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) last = update.state.doc.toString();
        }),
        LOOK,
      ],
    }),
  });
  const run = async (): Promise<void> => {
    button.disabled = true;
    show(result, h("p", { class: "soft" }, t("running")));
    try {
      const text = view.state.doc.toString();
      const answer = await api.sparql(text, ACCEPT);
      show(result, ...(answer.type.endsWith("json") ? rows(JSON.parse(answer.text) as Results, text, meta) : [h("pre", { tabindex: 0 }, answer.text)]));
    } catch (error) {
      show(result, problem(error));
    } finally {
      button.disabled = false;
    }
  };
  const choose = h(
    "select",
    { "aria-label": t("example"), change: (event: Event) => take((event.target as HTMLSelectElement).value) },
    h("option", { value: "" }, t("choose")),
    ...meta.examples.map((row) => h("option", { value: row.name }, label(row))),
  );
  const take = (name: string): void => {
    const found = meta.examples.find((row) => row.name === name);
    if (!found) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: found.query.trim() } });
    void run();
  };
  return h(
    "div",
    { class: "column wide" },
    h("h1", {}, "SPARQL"),
    h("div", { class: "fields" }, choose, button),
    host,
    h("p", { class: "soft" }, t("editorHint")),
    result,
  );
}

function completer(meta: Meta): (context: CompletionContext) => CompletionResult | null {
  const names = [
    ...meta.types.map((row) => ({ label: `kg:${row.name}`, type: "class", detail: row.label_zh })),
    ...meta.predicates.map((row) => ({ label: `kg:${row.name}`, type: "property", detail: row.label_zh })),
    ...meta.properties.map((iri) => ({ label: iri, type: "property" })),
    ...Object.keys(meta.prefixes).map((prefix) => ({ label: `${prefix}:`, type: "namespace" })),
    ...["SELECT", "DISTINCT", "WHERE", "OPTIONAL", "FILTER", "GROUP BY", "ORDER BY", "LIMIT", "OFFSET", "CONSTRUCT", "DESCRIBE", "ASK", "GRAPH", "UNION", "BIND", "VALUES"].map((word) => ({ label: word, type: "keyword" })),
  ];
  return (context) => {
    const word = context.matchBefore(/[A-Za-z][\w-]*:?[\w-]*/);
    return word && (word.from < word.to || context.explicit) ? { from: word.from, options: names, validFor: /^[\w:-]*$/ } : null;
  };
}

function rows(found: Results, query: string, meta: Meta): HTMLElement[] {
  if (found.boolean !== undefined) return [h("p", {}, h("strong", {}, String(found.boolean)))];
  const columns = found.head.vars ?? [];
  const bindings = found.results?.bindings ?? [];
  const lines = bindings.map((row) => h("tr", {}, ...columns.map((name) => h("td", {}, cell(row[name], meta)))));
  return [
    h("p", { class: "soft", role: "status" }, `${rowCount(bindings.length)} · `, h("a", { href: `/sparql?${new URLSearchParams({ query, format: "csv" })}`, download: "rows.csv" }, t("download"))),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("rows") }, h("table", {}, h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...lines))),
  ];
}

function cell(term: Term | undefined, meta: Meta): Node | string {
  if (!term) return "";
  if (term.type !== "uri") return typeof term.value === "string" ? term.value : JSON.stringify(term.value);
  const found = Object.entries(meta.prefixes).filter(([, space]) => term.value.startsWith(space)).sort((a, b) => b[1].length - a[1].length)[0];
  const text = found ? `${found[0]}:${term.value.slice(found[1].length)}` : term.value;
  if (!term.value.startsWith(meta.base)) return text;
  const id = decodeURIComponent(term.value.slice(meta.base.length));
  return /^(paper|entity|institution|claim|category)\//.test(id) ? h("a", { href: `#/node/${encodeURIComponent(id)}` }, text) : h("a", { href: `/${term.value.slice(meta.base.length)}` }, text);
}

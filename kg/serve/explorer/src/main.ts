// The explorer: which address shows which view. Everything it shows comes from the server that it came from.
import { api, type Meta } from "./api";
import { claimsView } from "./claims";
import { h, show } from "./dom";
import { GraphView } from "./graph";
import { label, otherLanguage, startLanguage, t, typeLabel, type Word } from "./i18n";
import { nodeLink, problem, searchField } from "./parts";
import { pathsView } from "./paths";
import { sparqlView } from "./sparql";
import { timelineView } from "./timeline";

const TABS: [Word, string][] = [
  ["graph", "#/"],
  ["paths", "#/paths"],
  ["claims", "#/claims"],
  ["timeline", "#/timeline/"],
  ["sparql", "#/sparql"],
];
// Where a visitor may begin; those that the graph does not hold are not offered.
const BEGINNINGS = ["北京大学", "NVIDIA A100", "mixture of experts", "Megatron-LM", "expert parallelism", "Ampere"];

class Explorer {
  private readonly graph: GraphView;
  private readonly content = h("main", { id: "content", tabindex: -1 });
  private head = h("header");
  private drawn = "";

  constructor(
    private readonly meta: Meta,
    private readonly app: HTMLElement,
  ) {
    this.graph = new GraphView(meta);
  }

  start(): void {
    window.addEventListener("hashchange", () => this.route());
    this.frame();
    this.route();
  }

  private frame(): void {
    const search = searchField({ name: t("search"), hint: t("searchHint"), empties: true, chosen: (row) => (location.hash = `#/node/${encodeURIComponent(row.id)}`) });
    const language = h("button", { type: "button", class: "language", click: () => (otherLanguage(), this.frame(), (this.drawn = ""), this.route()) }, t("language"));
    this.head = h(
      "header",
      {},
      h("a", { class: "skip", href: "#content", click: (event: Event) => (event.preventDefault(), this.content.focus()) }, t("skip")),
      h("a", { class: "home", href: "#/" }, "paperkg"),
      search,
      h("nav", { "aria-label": "paperkg" }, ...TABS.map(([word, href]) => h("a", { href, "data-tab": word }, t(word)))),
      language,
    );
    show(this.app, this.head, this.content);
  }

  private route(): void {
    const [path = "", text = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
    const [tab = "", ...rest] = path.split("/");
    const query = new URLSearchParams(text);
    const id = safely(rest.join("/"));
    const view: Word = tab === "paths" || tab === "claims" || tab === "timeline" || tab === "sparql" ? tab : "graph";
    for (const link of this.head.querySelectorAll("[data-tab]")) {
      if (link.getAttribute("data-tab") === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = view === "graph" ? "paperkg" : `${t(view)} · paperkg`;
    if (view !== "graph" || this.drawn !== "graph") {
      this.graph.leave();
      const made = { graph: () => this.graph.render(), paths: () => pathsView(query, { draw: (ids) => this.graph.drawPath(ids) }), claims: () => claimsView(query), timeline: () => timelineView(id), sparql: () => sparqlView(this.meta, query) };
      show(this.content, made[view as keyof typeof made]());
      this.drawn = view;
    }
    if (view === "graph" && tab === "node" && id) void this.graph.open(id);
    else if (view === "graph") {
      show(this.content.querySelector(".panel") ?? this.content, this.beginning());
      this.graph.begin().catch(() => undefined); // the page is of use without the drawing
    }
  }

  private beginning(): HTMLElement {
    const list = h("ul", { class: "beginnings" });
    void Promise.all(BEGINNINGS.map((name) => api.search(name).then(({ results }) => results[0]))).then((rows) => {
      const seen = new Set<string>();
      show(list, ...rows.flatMap((row) => (row && !seen.has(row.id) && seen.add(row.id) ? [h("li", {}, nodeLink(row))] : [])));
    }, () => undefined);
    const counts = Object.entries(this.meta.counts.nodes).map(([name, number]) => h("li", {}, `${typeLabel(name)} ${number}`));
    return h("div", {}, h("h1", {}, "paperkg"), h("p", {}, t("welcome")), h("h2", {}, t("begin")), list, h("ul", { class: "counts soft" }, ...counts), h("h2", {}, t("example")), h("ul", {}, ...this.meta.examples.map((row) => h("li", {}, h("a", { href: `#/sparql?${new URLSearchParams({ query: row.query.trim() })}` }, label(row))))));
  }
}

function safely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody typed a lone percent sign
  }
}

const app = document.getElementById("app");
if (app) {
  api.meta().then(
    (meta) => {
      startLanguage(meta);
      new Explorer(meta, app).start();
    },
    (error: unknown) => show(app, problem(error)),
  );
}

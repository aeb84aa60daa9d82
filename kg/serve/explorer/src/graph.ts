// The graph view: the drawing, its filters, and what is known of the node that is chosen.
import { api, type Meta } from "./api";
import { details } from "./details";
import { Drawing, type Filter } from "./drawing";
import { h, show } from "./dom";
import { label, t } from "./i18n";
import { dot, problem } from "./parts";

const NEIGHBOURS = 30;

/** Keeps what is drawn while other views are looked at. */
export class GraphView {
  private readonly drawing = new Drawing();
  private readonly filter: Filter = { types: new Set(), predicate: "", since: "", until: "" };
  private chosen: string | undefined;
  private overview = false;
  private readonly expanded = new Set<string>();
  private status = h("p", { class: "soft status", role: "status" });
  private panel = h("aside", { class: "panel" });

  constructor(private readonly meta: Meta) {}

  /** The elements of the view. */
  render(): HTMLElement {
    const canvas = h("div", { class: "canvas", role: "img", "aria-label": t("canvas") });
    this.panel = h("aside", { class: "panel", "aria-live": "polite" });
    this.status = h("p", { class: "soft status", role: "status" });
    const view = h("div", { class: "graph" }, h("div", { class: "stage" }, canvas, this.controls(), this.status), this.panel);
    // sigma measures its container: it has to stand in the page first.
    requestAnimationFrame(() => {
      if (!canvas.isConnected) return;
      this.drawing.relabel();
      const drawn = this.drawing.attach(canvas, { select: go, expand: (id) => void this.expand(id) });
      if (!drawn) show(canvas, h("p", { class: "soft" }, t("noWebgl")));
      this.redraw();
    });
    return view;
  }

  /** Draw what most papers speak of, where nothing is drawn yet. */
  async begin(): Promise<void> {
    this.chosen = undefined;
    if (!this.drawing.graph.order) {
      const found = await api.overview();
      if (this.chosen !== undefined || this.drawing.graph.order) return;
      this.overview = true;
      this.drawing.add(found, "");
    }
    this.redraw();
  }

  leave(): void {
    this.drawing.detach();
  }

  /** Choose the node *id*: it is drawn with what is around it and told about in the panel. */
  async open(id: string): Promise<void> {
    this.chosen = id;
    if (this.overview) this.clear();
    try {
      const [view] = await Promise.all([api.node(id), this.drawing.graph.hasNode(id) ? undefined : this.expand(id)]);
      if (this.chosen !== id) return;
      document.title = `${label(view)} · paperkg`;
      show(this.panel, ...details(view, { expand: () => void this.expand(id), alone: () => void this.alone(id) }));
      this.panel.scrollTop = 0;
      this.redraw();
    } catch (error) {
      show(this.panel, problem(error));
    }
  }

  /** Draw the nodes and edges of a path, alone. */
  drawPath(ids: string[]): void {
    this.clear();
    void Promise.all(ids.map((id) => this.expand(id, ids))).then(() => go(ids[0] ?? ""));
  }

  private async alone(id: string): Promise<void> {
    this.clear();
    await this.expand(id);
  }

  private clear(): void {
    this.drawing.clear();
    this.expanded.clear();
    this.overview = false;
  }

  private async expand(id: string, only?: string[]): Promise<void> {
    const shown = this.meta.types.map((type) => type.name).filter((name) => !this.filter.types.has(name) && name !== "Category");
    const wanted = {
      // Each time it is expanded, a node brings more of its neighbours.
      limit: only ? 300 : NEIGHBOURS * (this.expanded.has(id) ? Math.ceil((this.drawing.graph.hasNode(id) ? this.drawing.graph.degree(id) : 0) / NEIGHBOURS) + 1 : 1),
      type: shown,
      predicate: this.filter.predicate || undefined,
      since: this.filter.since,
      until: this.filter.until,
    };
    try {
      const found = await api.neighbors(id, { ...wanted, limit: Math.min(wanted.limit, 300) });
      if (only) {
        found.nodes = found.nodes.filter((row) => only.includes(row.id));
        found.edges = found.edges.filter((row) => only.includes(row.source) && only.includes(row.target));
      } else this.expanded.add(id);
      this.drawing.add(found, id);
      this.redraw();
    } catch (error) {
      show(this.status, (error as Error).message);
    }
  }

  private redraw(): void {
    this.drawing.filter(this.filter, this.chosen);
    this.drawing.choose(this.chosen);
    this.drawing.paint();
    const total = this.drawing.graph.order;
    show(this.status, total ? `${this.drawing.visible()} ${t("of")} ${total} ${t("shown")} · ${t("hint")}` : "");
  }

  private controls(): HTMLElement {
    const types = this.meta.types
      .filter((type) => !["Category", "Claim"].includes(type.name))
      .map((type) =>
        h(
          "label",
          { class: "chip" },
          h("input", { type: "checkbox", checked: !this.filter.types.has(type.name), change: (event: Event) => this.narrow(() => (event.target as HTMLInputElement).checked ? this.filter.types.delete(type.name) : this.filter.types.add(type.name)) }),
          dot(type.name),
          label(type),
        ),
      );
    const predicates = [h("option", { value: "" }, t("any")), ...this.meta.predicates.map((row) => h("option", { value: row.name, selected: row.name === this.filter.predicate }, label(row)))];
    const [first = "1900", last = "2100"] = this.meta.years;
    const year = (name: "since" | "until"): HTMLElement =>
      h("label", {}, `${t(name)} `, h("input", { type: "number", min: first, max: last, value: this.filter[name], placeholder: name === "since" ? first : last, change: (event: Event) => this.narrow(() => (this.filter[name] = (event.target as HTMLInputElement).value)) }));
    const zoom = (step: "in" | "out" | "fit", sign: string, word: "zoomIn" | "zoomOut" | "fit"): HTMLElement =>
      h("button", { type: "button", "aria-label": t(word), title: t(word), click: () => this.drawing.camera(step) }, sign);
    return h(
      "div",
      { class: "controls" },
      h(
        "details",
        { class: "filters" },
        h("summary", {}, t("filters")),
        h("fieldset", {}, h("legend", {}, t("types")), ...types),
        h("label", {}, `${t("predicate")} `, h("select", { change: (event: Event) => this.narrow(() => (this.filter.predicate = (event.target as HTMLSelectElement).value)) }, ...predicates)),
        h("div", { class: "years" }, year("since"), year("until")),
      ),
      h("div", { class: "zoom" }, zoom("in", "+", "zoomIn"), zoom("out", "−", "zoomOut"), zoom("fit", "⤢", "fit"), h("button", { type: "button", click: () => (this.clear(), this.redraw()) }, t("clear"))),
    );
  }

  private narrow(change: () => unknown): void {
    change();
    this.redraw();
  }
}

function go(id: string): void {
  if (id) location.hash = `#/node/${encodeURIComponent(id)}`;
}

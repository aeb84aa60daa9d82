// The neighbourhood as a drawing: graphology keeps it, ForceAtlas2 lays it out, sigma draws it with WebGL.
import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import Sigma, { DEFAULT_STYLES } from "sigma";
import type { Brief, Edge, Neighbourhood } from "./api";
import { label, predicateLabel, typeColor } from "./i18n";

interface NodeRow {
  x: number;
  y: number;
  size: number;
  color: string;
  label: string;
  hidden: boolean;
  chosen: boolean;
  faded: boolean;
  row: Brief;
}
interface EdgeRow {
  size: number;
  color: string;
  label: string;
  hidden: boolean;
  faded: boolean;
  row: Edge;
}
export interface Filter {
  types: Set<string>; // those that are hidden
  predicate: string;
  since: string;
  until: string;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const LONGEST_LABEL = 38;

function short(text: string): string {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
}

export class Drawing {
  readonly graph = new Graph<NodeRow, EdgeRow>({ multi: true, type: "directed" });
  private sigma: Sigma<NodeRow, EdgeRow> | undefined;
  // sigma paints while a graph changes under it, and stumbles over edges that came a moment ago: it gets a copy of a finished state.
  private shown: Graph<NodeRow, EdgeRow> | undefined;

  /** Draw into *container*; false where the browser has no WebGL. */
  attach(container: HTMLElement, on: { select: (id: string) => void; expand: (id: string) => void }): boolean {
    this.detach();
    const narrow = container.clientWidth < 500;
    try {
      this.shown = this.graph.copy();
      this.sigma = new Sigma<NodeRow, EdgeRow>(this.shown, container, {
        settings: {
          allowInvalidContainer: true,
          labelRenderedSizeThreshold: 4,
          labelDensity: narrow ? 0.8 : 1.6,
          labelGridCellSize: narrow ? 110 : 90,
          stagePadding: narrow ? 40 : 70,
          minCameraRatio: 0.1,
          maxCameraRatio: 4,
          enableCameraRotation: false,
          itemSizesReference: "screen",
          doubleClickZoomingRatio: 1,
          enableNodeDrag: true,
        },
        styles: {
          nodes: [
            DEFAULT_STYLES.nodes,
            {
              size: { attribute: "size", defaultValue: 6 },
              color: (row) => (row.faded ? "#dfe5ea" : row.color),
              visibility: (row) => (row.hidden ? "hidden" : "visible"),
              labelVisibility: (row, state) => (row.chosen || state.isHovered ? "visible" : row.faded ? "hidden" : "auto"),
              labelColor: "#1f2a36",
              labelSize: (row) => (row.chosen ? 15 : 12),
              labelFont: 'system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif',
            },
          ],
          edges: [
            DEFAULT_STYLES.edges,
            {
              color: (row) => (row.faded ? "#eef2f5" : row.color),
              visibility: (row) => (row.hidden ? "hidden" : "visible"),
            },
          ],
        },
      });
    } catch {
      return false;
    }
    this.sigma.on("clickNode", ({ node }) => on.select(node));
    this.sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      on.expand(node);
    });
    return true;
  }

  detach(): void {
    this.sigma?.kill();
    this.sigma = undefined;
    this.keepPlaces();
    this.shown = undefined;
  }

  /** Take over where nodes have been dragged to. */
  private keepPlaces(): void {
    this.shown?.forEachNode((node, { x, y }) => {
      if (this.graph.hasNode(node)) this.graph.mergeNodeAttributes(node, { x, y });
    });
  }

  /** Show the graph as it is now. */
  paint(): void {
    if (!this.sigma) return;
    this.shown = this.graph.copy();
    this.sigma.setGraph(this.shown);
  }

  clear(): void {
    this.graph.clear();
  }

  /** Add what is around *centre*, and lay all of it out anew from where it stands. */
  add(found: Neighbourhood, centre: string): number {
    this.keepPlaces();
    const before = this.graph.order;
    const middle = this.graph.hasNode(centre) ? this.graph.getNodeAttributes(centre) : { x: 0, y: 0 };
    const { x, y } = middle;
    for (const row of found.nodes) {
      if (this.graph.hasNode(row.id)) continue;
      const place = this.graph.order - before + 1;
      const far = row.id === centre ? 0 : 2 + Math.sqrt(place);
      this.graph.addNode(row.id, {
        x: x + far * Math.cos(place * GOLDEN_ANGLE),
        y: y + far * Math.sin(place * GOLDEN_ANGLE),
        size: 4 + Math.min(12, 2 * Math.sqrt(row.papers ?? 0)),
        color: typeColor(row.type),
        label: short(label(row)),
        hidden: false,
        chosen: false,
        faded: false,
        row,
      });
    }
    for (const row of found.edges) {
      const key = `${row.source} ${row.predicate} ${row.target}`;
      if (this.graph.hasEdge(key)) continue;
      const size = 1 + Math.min(4, Math.log2(1 + row.papers) / 2);
      this.graph.addEdgeWithKey(key, row.source, row.target, {
        size,
        color: "#c3cdd6",
        label: predicateLabel(row.predicate),
        hidden: false,
        faded: false,
        row,
      });
    }
    this.layOut();
    return this.graph.order - before;
  }

  private layOut(): void {
    if (this.graph.order < 2) return;
    const settings = forceAtlas2.inferSettings(this.graph);
    const iterations = this.graph.order > 300 ? 100 : 300;
    forceAtlas2.assign(this.graph, {
      iterations,
      settings: { ...settings, gravity: 0.6, scalingRatio: 8, linLogMode: true, adjustSizes: false, barnesHutOptimize: this.graph.order > 200 },
    });
  }

  /** Bring *chosen* out: it and what is next to it keep their colours. */
  choose(chosen: string | undefined): void {
    const near = new Set<string>(chosen && this.graph.hasNode(chosen) ? [chosen, ...this.graph.neighbors(chosen)] : []);
    this.graph.updateEachNodeAttributes((node, row) => ({ ...row, chosen: node === chosen, faded: near.size > 1 && !near.has(node) }));
    this.graph.updateEachEdgeAttributes((_, row, source, target) => ({
      ...row,
      faded: near.size > 1 && source !== chosen && target !== chosen,
      color: source === chosen || target === chosen ? "#8fa3b5" : "#c3cdd6",
    }));
  }

  /** Hide what *filter* leaves out; *kept* stays. */
  filter(filter: Filter, kept: string | undefined): void {
    this.keepPlaces();
    const outside = (first: string, last: string): boolean =>
      Boolean(first && ((filter.since && last.slice(0, 4) < filter.since) || (filter.until && first.slice(0, 4) > filter.until)));
    this.graph.updateEachEdgeAttributes((_, row) => ({
      ...row,
      hidden: (filter.predicate !== "" && row.row.predicate !== filter.predicate) || outside(row.row.first, row.row.last),
    }));
    this.graph.updateEachNodeAttributes((node, row) => {
      const date = row.row.date ?? "";
      const lonely = !this.graph.edges(node).some((edge) => !this.graph.getEdgeAttribute(edge, "hidden"));
      return { ...row, hidden: node !== kept && (filter.types.has(row.row.type) || outside(date, date) || lonely) };
    });
  }

  /** Put the labels in the language of the interface. */
  relabel(): void {
    this.graph.updateEachNodeAttributes((_, row) => ({ ...row, label: short(label(row.row)) }));
    this.graph.updateEachEdgeAttributes((_, row) => ({ ...row, label: predicateLabel(row.row.predicate) }));
  }

  visible(): number {
    return this.graph.filterNodes((_, row) => !row.hidden).length;
  }

  /** Move the camera: in, out, or so that everything is seen. */
  camera(step: "in" | "out" | "fit"): void {
    const camera = this.sigma?.getCamera();
    if (!camera) return;
    if (step === "in") void camera.zoomIn();
    else if (step === "out") void camera.zoomOut();
    else void camera.reset();
  }
}

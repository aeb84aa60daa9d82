// The path finder: how two things are connected, with the sentence behind every hop.
import { api, type Brief, type Paths } from "./api";
import { h, show } from "./dom";
import { predicateLabel, t } from "./i18n";
import { nodeLink, problem, quote, searchField } from "./parts";

export function pathsView(query: URLSearchParams, on: { draw: (ids: string[]) => void }): HTMLElement {
  const wanted = { from: query.get("from") ?? "", to: query.get("to") ?? "", not: query.getAll("not") };
  const result = h("div", { class: "result", "aria-live": "polite" });

  const go = (): void => {
    const made = new URLSearchParams();
    if (wanted.from) made.set("from", wanted.from);
    if (wanted.to) made.set("to", wanted.to);
    for (const id of wanted.not) made.append("not", id);
    history.replaceState(null, "", `#/paths?${made}`);
    void find();
  };
  let asked = 0;
  const find = async (): Promise<void> => {
    if (!wanted.from || !wanted.to) return;
    const turn = (asked += 1); // an answer that another question has overtaken is not shown
    result.setAttribute("aria-busy", "true");
    try {
      const found = await api.path(wanted.from, wanted.to, wanted.not, 5);
      if (turn === asked) show(result, ...drawn(found, on.draw));
    } catch (error) {
      if (turn === asked) show(result, problem(error));
    } finally {
      result.removeAttribute("aria-busy");
    }
  };
  const field = (name: "from" | "to"): HTMLElement =>
    h("div", { class: "field" }, h("span", {}, t(name)), searchField({ name: t(name), hint: t("searchHint"), value: wanted[name], chosen: (row: Brief) => ((wanted[name] = row.id), go()) }));
  const avoid = h(
    "div",
    { class: "field" },
    h("span", {}, t("not")),
    searchField({ name: t("not"), hint: t("searchHint"), value: wanted.not.join(", "), chosen: (row) => ((wanted.not = [row.id]), go()) }),
  );
  avoid.querySelector("input")?.addEventListener("input", (event) => {
    if (!(event.target as HTMLInputElement).value) ((wanted.not = []), go());
  });
  // The names of nodes that the address gives by their ids.
  for (const [place, name] of (["from", "to"] as const).entries()) {
    if (wanted[name]) void named(wanted[name]).then((text) => fields[place]?.querySelector("input")?.setAttribute("value", text));
  }
  const fields = [field("from"), field("to"), avoid];
  void find();
  return h(
    "div",
    { class: "column" },
    h("h1", {}, t("paths")),
    h("form", { class: "fields", submit: (event: Event) => (event.preventDefault(), void find()) }, ...fields, h("button", {}, t("find"))),
    result,
  );
}

async function named(id: string): Promise<string> {
  try {
    const { results } = await api.search(id);
    const row = results.find((one) => one.id === id);
    return row ? row.label : id;
  } catch {
    return id;
  }
}

function drawn(found: Paths, draw: (ids: string[]) => void): HTMLElement[] {
  if (!found.paths.length) return [h("p", {}, t("noPath"))];
  return found.paths.map((path, place) => {
    const names = new Map(path.nodes.map((node) => [node.id, node]));
    const hops = path.hops.map((hop) => {
      const ends = [hop.source, hop.target].map((id) => names.get(id)).filter((row) => row !== undefined);
      return h("li", {}, h("div", { class: "line" }, ends[0] && nodeLink(ends[0]), h("span", { class: "arrow" }, ` ${predicateLabel(hop.predicate)} → `), ends[1] && nodeLink(ends[1])), quote(hop.evidence));
    });
    return h(
      "article",
      { class: "path" },
      h("h2", {}, `${place + 1}. `, ...path.nodes.flatMap((node, step) => [step ? h("span", { class: "arrow" }, " — ") : null, nodeLink(node)])),
      h("ol", { class: "hops" }, ...hops),
      h("button", { type: "button", click: () => draw(path.nodes.map((node) => node.id)) }, t("inGraph")),
    );
  });
}

// The course of a thing through the years: how many papers speak of it, which, and in what words.
import { api, type Timeline } from "./api";
import { h, show, svg } from "./dom";
import { label, predicateLabel, t } from "./i18n";
import { nodeLink, problem, quote, searchField } from "./parts";

export function timelineView(id: string): HTMLElement {
  const result = h("div", { class: "result", "aria-live": "polite" });
  const narrower = h("input", { type: "checkbox" });
  let asked = 0;
  const draw = async (): Promise<void> => {
    if (!id) return;
    // An answer that another question has overtaken is not shown.
    const turn = (asked += 1);
    try {
      const found = await api.timeline(id, narrower.checked);
      if (turn === asked) show(result, ...drawn(found));
    } catch (error) {
      if (turn === asked) show(result, problem(error));
    }
  };
  narrower.addEventListener("change", () => void draw());
  void draw();
  const field = searchField({ name: t("timelineOf"), hint: t("timelineOf"), chosen: (row) => (location.hash = `#/timeline/${encodeURIComponent(row.id)}`) });
  return h(
    "div",
    { class: "column" },
    h("h1", {}, t("timeline")),
    h("div", { class: "fields" }, field, h("label", { class: "check" }, narrower, t("narrower"))),
    result,
  );
}

function drawn(found: Timeline): HTMLElement[] {
  const rows = found.papers.map(({ paper, said }) =>
    h(
      "li",
      {},
      h("div", { class: "line" }, h("time", {}, paper.date), " ", nodeLink(paper)),
      ...said.slice(0, 3).map((one) =>
        h("div", { class: "said" }, h("small", {}, `${predicateLabel(one.predicate)}${one.about.id === found.node.id ? "" : ` · ${label(one.about)}`}`), one.evidence && quote(one.evidence)),
      ),
    ),
  );
  return [h("h2", {}, nodeLink(found.node), h("small", {}, ` ${found.total} ${t("papers")}`)), bars(found), h("ol", { class: "course" }, ...rows)];
}

function bars(found: Timeline): HTMLElement {
  const years = found.years.filter((row) => row.year);
  if (!years.length) return h("p");
  const [first, last] = [Number(years[0]?.year), Number(years[years.length - 1]?.year)];
  const most = Math.max(...years.map((row) => row.papers));
  const [step, height] = [44, 120];
  const width = (last - first + 1) * step;
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height + 40}`, width, height: height + 40, role: "img", "aria-label": `${t("perYear")}: ${years.map((row) => `${row.year} ${row.papers}`).join(", ")}` });
  for (const row of years) {
    const [x, tall] = [(Number(row.year) - first) * step, (row.papers / most) * height];
    drawing.append(
      svg("rect", { x: x + 8, y: height + 18 - tall, width: step - 16, height: tall, rx: 3, class: "bar" }),
      svg("text", { x: x + step / 2, y: height + 12 - tall, class: "count" }, row.papers),
      svg("text", { x: x + step / 2, y: height + 34, class: "year" }, row.year),
    );
  }
  return h("figure", { class: "scroll", tabindex: 0 }, drawing, h("figcaption", { class: "soft" }, t("perYear")));
}

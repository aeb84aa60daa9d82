// What is known of one node, beside the drawing.
import { pathOf, type Group, type NodeView } from "./api";
import { h } from "./dom";
import { label, otherLabel, predicateLabel, t, typeLabel } from "./i18n";
import { dot, nodeLink, quote } from "./parts";

const FEW = 8;

function group(found: Group): HTMLElement {
  const items = found.edges.map((edge, place) =>
    h(
      "li",
      { hidden: place >= FEW },
      h("div", { class: "line" }, nodeLink(edge.other), edge.papers > 1 ? h("small", {}, ` ${edge.papers} ${t("papers")}`) : null, edge.other.date ? h("time", {}, ` ${edge.other.date}`) : null),
      ...edge.evidence.slice(0, 1).map((evidence) => quote(evidence, { paper: !edge.other.id.startsWith("paper/") })),
    ),
  );
  const list = h("ul", { class: "edges" }, ...items);
  const rest = items.length - FEW;
  const unlisted = found.total - items.length;
  return h(
    "section",
    {},
    h("h3", {}, `${found.forward ? "" : "← "}${predicateLabel(found.predicate)} `, h("small", {}, found.total)),
    list,
    rest > 0
      ? h("button", { type: "button", class: "quiet", click: (event: Event) => (items.forEach((item) => (item.hidden = false)), (event.currentTarget as HTMLElement).remove()) }, `+ ${rest}`)
      : null,
    unlisted > 0 ? h("p", { class: "soft" }, `${unlisted} ${t("more")}`) : null,
  );
}

export function details(view: NodeView, on: { expand: () => void; alone: () => void }): HTMLElement[] {
  const facts = Object.entries(view.facts).flatMap(([key, value]) => [h("dt", {}, key.replaceAll("_", " ")), h("dd", {}, value)]);
  const button = (word: Parameters<typeof t>[0], click: () => void): HTMLElement => h("button", { type: "button", click }, t(word));
  const id = encodeURIComponent(view.id);
  const other = otherLabel(view);
  return [
    h("h2", { tabindex: -1 }, dot(view.type), label(view), other ? h("small", {}, ` ${other}`) : null),
    h("p", { class: "soft" }, `${typeLabel(view.type)}${view.kind ? ` · ${view.kind}` : ""}${view.papers ? ` · ${view.papers} ${t("papers")}` : ""}${view.date ? ` · ${view.date}` : ""}`),
    h(
      "p",
      { class: "actions" },
      button("expand", on.expand),
      button("alone", on.alone),
      h("a", { class: "button", href: `#/paths?from=${id}` }, t("pathFrom")),
      view.type === "Paper" || view.type === "Claim" ? null : h("a", { class: "button", href: `#/timeline/${id}` }, t("timeline")),
      h("a", { class: "button", href: `/${pathOf(view.id)}`, target: "_blank", rel: "noopener" }, t("page")),
    ),
    ...(view.aliases.length ? [h("p", { class: "soft" }, `${t("also")}: ${view.aliases.slice(0, 8).join(" · ")}`)] : []),
    ...(facts.length ? [h("dl", {}, ...facts)] : []),
    ...[view.affiliation, view.abstract, view.sentence].filter(Boolean).map((text) => h("p", { class: "text" }, text)),
    ...view.groups.map(group),
  ];
}

// Who beats what on which GPU: the claims of all papers as a table to sort, filter and take away.
import { api, type Brief, type Claim } from "./api";
import { h, show } from "./dom";
import { inChinese, label, rowCount, t, type Word } from "./i18n";
import { nodeLink, problem, quote } from "./parts";

type Column = "subject" | "figure" | "metric" | "baseline" | "hardware" | "date";
const COLUMNS: Column[] = ["subject", "figure", "metric", "baseline", "hardware", "date"];
const PAGE = 200;

const names = (rows: Brief[]): string => rows.map((row) => label(row)).join("; ");
const FIGURES = new Intl.NumberFormat("en", { maximumSignificantDigits: 12 });
const number = (value: number | string): string => (typeof value === "number" ? FIGURES.format(value) : value);

function figure(row: Claim): string {
  const value = row.low === row.high ? number(row.high) : `${number(row.low)}–${number(row.high)}`;
  const less = row.direction === "decrease" ? ` ${t("less")}` : "";
  return `${row.qualifier ? `${row.qualifier} ` : ""}${value} ${row.unit}${less}`;
}

function key(row: Claim, column: Column): string | number {
  if (column === "figure") return typeof row.high === "number" ? row.high : Number.POSITIVE_INFINITY;
  if (column === "metric") return row.metric;
  return column === "date" ? row.date : names(row[column]);
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), inChinese() ? "zh" : "en");

export function claimsView(query: URLSearchParams): HTMLElement {
  let rows: Claim[] = [];
  let sorted: Column = "date";
  let down = true;
  let shown = PAGE;
  const body = h("tbody");
  const count = h("p", { class: "soft", role: "status" });
  const download = h("a", { class: "button", download: "claims.csv" }, t("download"));
  const words = h("input", { type: "search", "aria-label": t("filter"), placeholder: t("filter"), value: query.get("q") ?? "" });
  const based = h("input", { type: "checkbox", checked: query.get("baseline") === "1" });
  const more = h("button", { type: "button", click: () => ((shown += PAGE), draw()) }, `+ ${PAGE}`);

  const heads = COLUMNS.map((column) =>
    h("th", { scope: "col" }, h("button", { type: "button", click: () => sort(column) }, t(column as Word))),
  );
  const sort = (column: Column): void => {
    down = column === sorted ? !down : column === "figure" || column === "date";
    sorted = column;
    draw();
  };
  const draw = (): void => {
    const wanted = words.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const kept = rows.filter((row) => {
      const things = [...row.subject, ...row.baseline, ...row.hardware].map((one) => `${one.label} ${one.label_zh}`).join(" ");
      const text = `${things} ${row.metric} ${row.paper.label} ${row.date} ${row.evidence.before ?? ""}${row.evidence.mention ?? ""}${row.evidence.after ?? ""}`.toLocaleLowerCase();
      return (!based.checked || row.baseline.length) && wanted.every((word) => text.includes(word));
    });
    // What has no value in the column stands at the end, whichever way it is sorted.
    kept.sort((a, b) => {
      const [left, right] = [key(a, sorted), key(b, sorted)];
      if (left === "" || right === "") return left === right ? 0 : left === "" ? 1 : -1;
      return compare(left, right) * (down ? -1 : 1);
    });
    heads.forEach((head, place) => head.setAttribute("aria-sort", COLUMNS[place] === sorted ? (down ? "descending" : "ascending") : "none"));
    show(body, ...kept.slice(0, shown).flatMap(line));
    show(count, rowCount(kept.length));
    more.hidden = kept.length <= shown;
    download.href = api.claimsTable(words.value, based.checked);
  };
  words.addEventListener("input", draw);
  based.addEventListener("change", draw);
  api.claims().then(
    (found) => ((rows = found.claims), draw()),
    (error: unknown) => show(count, problem(error)),
  );
  draw();
  return h(
    "div",
    { class: "column wide" },
    h("h1", {}, t("claims")),
    h("div", { class: "fields" }, words, h("label", { class: "check" }, based, t("withBaseline")), download),
    count,
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("claims") }, h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body)),
    more,
  );
}

function line(row: Claim): HTMLElement[] {
  const things = (found: Brief[]): HTMLElement => h("td", {}, ...found.flatMap((one, place) => [place ? "; " : null, nodeLink(one)]));
  return [
    h(
      "tr",
      {},
      things(row.subject),
      h("td", { class: "number" }, figure(row)),
      h("td", {}, row.metric),
      things(row.baseline),
      things(row.hardware),
      h("td", {}, h("time", {}, row.date)),
    ),
    h("tr", { class: "why" }, h("td", { colspan: COLUMNS.length }, nodeLink(row.paper), quote(row.evidence))),
  ];
}

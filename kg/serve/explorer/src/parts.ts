// Pieces that several views are made of: a node's name, a sentence, a search field.
import { api, type Brief, type Quote } from "./api";
import { freshId, h, show } from "./dom";
import { label, otherLabel, t, typeColor, typeLabel } from "./i18n";

/** The dot in the colour of a type. */
export function dot(type: string): HTMLElement {
  const made = h("i", { class: "dot", "aria-hidden": "true" });
  made.style.background = typeColor(type);
  return made;
}

/** A link to a node in the graph view. */
export function nodeLink(row: Brief): HTMLElement {
  if (!row.id) return h("span", { class: "plain" }, label(row));
  return h("a", { href: `#/node/${encodeURIComponent(row.id)}`, class: "node", title: typeLabel(row.type) }, dot(row.type), label(row));
}

/** A sentence with the mention highlighted, and the paper it stands in. */
export function quote(evidence: Quote, options: { paper?: boolean } = {}): HTMLElement | null {
  if (evidence.before === undefined) {
    return evidence.source.startsWith("vocabulary/") ? h("p", { class: "quote row" }, `${t("vocabulary")}: ${evidence.source.slice(11)}`) : null;
  }
  const paper =
    options.paper && evidence.title
      ? h("a", { href: `#/node/${encodeURIComponent(evidence.source)}` }, ` ${evidence.date ? `${evidence.date} ` : ""}${evidence.title}`)
      : null;
  return h("p", { class: "quote" }, h("q", {}, evidence.before, h("mark", {}, evidence.mention), evidence.after), paper);
}

/** A message about what went wrong. */
export function problem(error: unknown): HTMLElement {
  return h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error));
}

/** A field that searches while one types; *chosen* is told what was picked, by mouse or by keyboard. */
export function searchField(options: { name: string; hint: string; value?: string; empties?: boolean; chosen: (row: Brief) => void }): HTMLElement {
  const list = h("ul", { id: freshId("found"), role: "listbox", class: "found", hidden: true, "aria-label": options.name });
  const input = h("input", {
    type: "search",
    role: "combobox",
    autocomplete: "off",
    "aria-label": options.name,
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    placeholder: options.hint,
    value: options.value ?? "",
  });
  let rows: Brief[] = [];
  let active = -1;
  let asking: AbortController | undefined;

  const close = (): void => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const pick = (row: Brief): void => {
    input.value = options.empties ? "" : label(row);
    close();
    options.chosen(row);
  };
  const mark = (): void => {
    for (const [place, item] of [...list.children].entries()) {
      item.setAttribute("aria-selected", String(place === active));
      if (place === active) {
        input.setAttribute("aria-activedescendant", item.id);
        item.scrollIntoView({ block: "nearest" });
      }
    }
  };
  const draw = (): void => {
    const items = rows.map((row) => {
      const other = otherLabel(row);
      const matched = row.matched && row.matched !== row.label && row.matched !== row.label_zh ? row.matched : "";
      return h(
        "li",
        { role: "option", id: freshId("option"), "aria-selected": "false", mousedown: (event: MouseEvent) => (event.preventDefault(), pick(row)) },
        dot(row.type),
        h("span", {}, label(row), other ? h("small", {}, ` ${other}`) : null, matched ? h("small", {}, ` (${matched})`) : null),
        h("small", { class: "type" }, `${typeLabel(row.type)}${row.papers ? ` · ${row.papers}` : ""}`),
      );
    });
    show(list, ...(items.length ? items : [h("li", { class: "none" }, t("nothing"))]));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  };
  const search = async (): Promise<void> => {
    asking?.abort();
    const text = input.value.trim();
    if (!text) return close();
    asking = new AbortController();
    try {
      rows = (await api.search(text, asking.signal)).results;
      active = -1;
      draw();
    } catch (error) {
      if ((error as Error).name !== "AbortError") show(list, h("li", { class: "none" }, (error as Error).message));
    }
  };
  input.addEventListener("input", () => void search());
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return close();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden || !rows.length) return void search();
      active = (active + (event.key === "ArrowDown" ? 1 : rows.length - (active < 0 ? 0 : 1))) % rows.length;
      mark();
    }
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const row = rows[Math.max(active, 0)];
      if (!list.hidden && row) pick(row);
      else void search();
    }
  });
  return h("div", { class: "search" }, input, list);
}

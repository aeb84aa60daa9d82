// The words of the interface in English and Chinese, and which label of a thing is shown.
import type { Brief, Meta } from "./api";

const WORDS = {
  graph: ["Graph", "图谱"],
  paths: ["Paths", "路径"],
  claims: ["Claims", "结论"],
  timeline: ["Timeline", "时间线"],
  sparql: ["SPARQL", "SPARQL"],
  search: ["Search", "搜索"],
  searchHint: ["Institution, GPU, technique, system, paper …", "机构、GPU、技术、系统、论文……"],
  nothing: ["Nothing is called that.", "没有这个名称。"],
  welcome: [
    "Who works on what, with what, on which hardware, and with which measured result.",
    "谁在研究什么，用什么方法，在什么硬件上，得到了什么结果。",
  ],
  begin: ["Begin with", "从这里开始"],
  papers: ["papers", "篇论文"],
  expand: ["Expand", "展开"],
  alone: ["Show alone", "单独显示"],
  clear: ["Clear", "清空"],
  page: ["Page", "页面"],
  pathFrom: ["Path from here", "由此寻路"],
  filters: ["Filters", "筛选"],
  types: ["Types", "类型"],
  predicate: ["Relation", "关系"],
  any: ["any", "全部"],
  from: ["From", "起点"],
  to: ["To", "终点"],
  not: ["Not through", "不经过"],
  years: ["Years", "年份"],
  since: ["Since", "自"],
  until: ["Until", "至"],
  find: ["Find paths", "寻找路径"],
  noPath: ["No path of 6 hops or fewer.", "六步之内没有路径。"],
  inGraph: ["Show in graph", "在图谱中显示"],
  vocabulary: ["from a vocabulary", "来自词表"],
  more: ["more", "项未列"],
  shown: ["shown", "已显示"],
  of: ["of", "/"],
  filter: ["Filter rows", "筛选各行"],
  withBaseline: ["Only with a baseline", "只看有基线的"],
  download: ["Download CSV", "下载 CSV"],
  subject: ["What", "对象"],
  figure: ["Figure", "数值"],
  metric: ["Measure", "指标"],
  baseline: ["Over", "基线"],
  hardware: ["On", "硬件"],
  date: ["Date", "日期"],
  paper: ["Paper", "论文"],
  less: ["less", "降低"],
  narrower: ["With what is narrower", "包括下位概念"],
  timelineOf: ["Technique, GPU, institution …", "技术、GPU、机构……"],
  perYear: ["Papers by year", "各年论文数"],
  example: ["Examples", "示例"],
  choose: ["Choose a question", "选择一个问题"],
  run: ["Run", "运行"],
  running: ["Running …", "运行中……"],
  rows: ["rows", "行"],
  editorHint: ["Ctrl+Enter runs; Escape, then Tab leaves the editor.", "Ctrl+Enter 运行；按 Escape 再按 Tab 离开编辑器。"],
  canvas: [
    "Drawing of the neighbourhood; the same nodes are listed beside it.",
    "邻域图；旁边的列表列出同样的节点。",
  ],
  noWebgl: ["This browser draws no WebGL; the list shows the same.", "此浏览器不支持 WebGL，列表内容相同。"],
  fit: ["Fit", "适应窗口"],
  zoomIn: ["Zoom in", "放大"],
  zoomOut: ["Zoom out", "缩小"],
  language: ["中文", "English"],
  skip: ["Skip to content", "跳到正文"],
  also: ["also", "又名"],
  hint: ["Click a node to read about it, double-click to expand it.", "单击节点查看，双击展开。"],
} as const;

export type Word = keyof typeof WORDS;

let chinese = false;
let meta: Meta | undefined;

function stored(): string | null {
  try {
    return localStorage.getItem("language");
  } catch {
    return null; // storage is switched off
  }
}

/** Take the language that was chosen before, or the browser's. */
export function startLanguage(known: Meta): void {
  meta = known;
  chinese = (stored() ?? navigator.language).startsWith("zh");
  document.documentElement.lang = chinese ? "zh-CN" : "en";
}

/** Change to the other language. */
export function otherLanguage(): void {
  chinese = !chinese;
  document.documentElement.lang = chinese ? "zh-CN" : "en";
  try {
    localStorage.setItem("language", chinese ? "zh" : "en");
  } catch {
    // the choice lasts as long as the page
  }
}

export const t = (word: Word): string => WORDS[word][chinese ? 1 : 0];
/** So many rows, in words. */
export const rowCount = (number: number): string => (number === 1 && !chinese ? "1 row" : `${number} ${t("rows")}`);
export const inChinese = (): boolean => chinese;
export const label = (row: { label: string; label_zh: string }): string => (chinese && row.label_zh ? row.label_zh : row.label);

/** The name in the language that is not shown, if there is one. */
export const otherLabel = (row: Brief): string => {
  const other = chinese ? row.label : row.label_zh;
  return other === label(row) ? "" : other;
};
export const typeLabel = (name: string): string => {
  const row = meta?.types.find((type) => type.name === name);
  return row ? label(row) : name;
};
export const typeColor = (name: string): string => meta?.types.find((type) => type.name === name)?.color ?? "#7f8c9b";
export const predicateLabel = (name: string): string => {
  const row = meta?.predicates.find((predicate) => predicate.name === name);
  return row ? label(row) : name;
};

import type { Archive } from "./archive";
import { findAll, parseXml } from "./xml";

type Level = {
  start: number;
  format: string;
  text: string;
  isLegal: boolean;
  restarts: boolean;
  style: string;
};
type Numbering = { id: string; levels: Level[]; starts: (number | undefined)[] };
type Place = { list: string; level: number };

/**
 * The main part of a Word document in which the numbers that Word computes for lists and headings (“§ 7”,
 * “b)”, “2.1”) stand as text before them; `null` where none is numbered (ECMA-376, 17.9).
 */
export function numberParagraphs(archive: Archive, name: string, text: string): string | null {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const numbering = archive.findText(`${folder}numbering.xml`);
  if (numbering === null) return null;
  const styles = readStyles(archive.findText(`${folder}styles.xml`) ?? "");
  const lists = readLists(parseXml(numbering), styles);
  const count = createCounter(lists);
  const label = (inner: string) => {
    const place = findPlace(inner, styles, lists);
    return place === null ? "" : count(place);
  };
  return insertLabels(text, /<(\w+:)body[\s>]/.exec(text)?.[1] ?? "w:", label);
}

/** Behind each paragraph's properties. What they were before a change stands within them, and counts not. */
function insertLabels(text: string, prefix: string, toLabel: (properties: string) => string): string {
  const close = `</${prefix}pPr>`;
  const pieces = text.split(close);
  const rest = pieces.pop() ?? "";
  let outer: string | null = null;
  const written = pieces.map((piece) => {
    const start = outer === null ? piece.indexOf(`<${prefix}pPr>`) : 0;
    if (start === -1) return piece + close;
    const inner: string = outer ?? piece.slice(start);
    const change = inner.indexOf(`<${prefix}pPrChange`);
    const isOpen = outer === null && change !== -1 && !inner.includes(`</${prefix}pPrChange>`);
    outer = isOpen ? inner : null;
    if (isOpen) return piece + close;
    const label = toLabel(change === -1 ? inner : inner.slice(0, change));
    const run = `<${prefix}r><${prefix}t xml:space="preserve">${escape(label)} </${prefix}t></${prefix}r>`;
    return piece + close + (label === "" ? "" : run);
  });
  return written.join("") + rest;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** What an element below says, whatever its prefix: `<w:start w:val="3"/>`. */
function find(element: Element, name: string): string | undefined {
  const found = findAll(element, name)[0];
  return found === undefined ? undefined : getValue(found, "val");
}

function getValue(element: Element, name: string): string | undefined {
  return [...element.attributes].find((one) => one.name === name || one.name.endsWith(`:${name}`))?.value;
}

type Style = { list: string | undefined; level: number | undefined; base: string };

function readStyles(xml: string): Map<string, Style> {
  const styles = xml === "" ? [] : findAll(parseXml(xml), "style");
  return new Map(
    styles.map((style) => {
      const level = find(style, "ilvl");
      const list = findAll(style, "numPr").length === 0 ? undefined : find(style, "numId");
      return [
        getValue(style, "styleId") ?? "",
        { list, level: level === undefined ? undefined : Number(level), base: find(style, "basedOn") ?? "" },
      ];
    }),
  );
}

function readLists(root: Element, styles: ReadonlyMap<string, Style>): Map<string, Numbering> {
  const abstracts = new Map(
    findAll(root, "abstractNum").map((one) => [getValue(one, "abstractNumId") ?? "", one]),
  );
  const nums = new Map(findAll(root, "num").map((one) => [getValue(one, "numId") ?? "", one]));
  const readOne = (num: Element, depth = 0): Omit<Numbering, "starts"> => {
    const id = find(num, "abstractNumId") ?? "";
    const abstract = abstracts.get(id);
    const linked = nums.get(
      styles.get(abstract === undefined ? "" : (find(abstract, "numStyleLink") ?? ""))?.list ?? "",
    );
    if (linked !== undefined && depth < 3) return readOne(linked, depth + 1);
    const levels: Level[] = [];
    for (const level of [...(abstract === undefined ? [] : findAll(abstract, "lvl")), ...findAll(num, "lvl")])
      levels[toIndex(getValue(level, "ilvl"))] = toLevel(level);
    return { id, levels };
  };
  return new Map(
    [...nums].map(([id, num]) => {
      const starts: (number | undefined)[] = [];
      for (const one of findAll(num, "lvlOverride")) {
        const start = find(one, "startOverride");
        if (start !== undefined) starts[toIndex(getValue(one, "ilvl"))] = Number(start);
      }
      return [id, { ...readOne(num), starts }];
    }),
  );
}

function toIndex(level: string | undefined): number {
  return Math.max(0, Math.min(8, Number(level ?? 0) || 0));
}

function toLevel(level: Element): Level {
  return {
    start: Number(find(level, "start") ?? 0),
    format: find(level, "numFmt") ?? "decimal",
    text: find(level, "lvlText") ?? "",
    isLegal: findAll(level, "isLgl").length > 0,
    restarts: find(level, "lvlRestart") !== "0",
    style: find(level, "pStyle") ?? "",
  };
}

/** The paragraph's own list, else its style's. */
function findPlace(
  inner: string,
  styles: ReadonlyMap<string, Style>,
  lists: ReadonlyMap<string, Numbering>,
): Place | null {
  const value = (name: string) => new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*\\bval="([^"]*)"`).exec(inner)?.[1];
  let list = value("numId");
  let level = value("ilvl");
  const given = value("pStyle") ?? "";
  let name = given;
  for (let depth = 0; depth < 10 && list === undefined; depth += 1) {
    const style = styles.get(name);
    if (style === undefined) return null;
    list = style.list;
    level ??= style.level === undefined ? undefined : String(style.level);
    name = style.base;
  }
  const levels = lists.get(list ?? "")?.levels;
  if (list === undefined || levels === undefined) return null;
  const named = level === undefined ? levels.findIndex((one) => one?.style === given && given !== "") : -1;
  return { list, level: named > 0 ? named : toIndex(level) };
}

/** Lists of one definition go on counting together; a list's own start counts once. */
function createCounter(lists: ReadonlyMap<string, Numbering>): (place: Place) => string {
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return ({ list, level }) => {
    const { id = "", levels = [], starts = [] } = lists.get(list) ?? {};
    const now = counts.get(id) ?? [];
    counts.set(id, now);
    const first = `${list} ${level}`;
    const start = begun.has(first) ? undefined : starts[level];
    begun.add(first);
    const before = now[level];
    now[level] = start ?? (before === undefined ? (levels[level]?.start ?? 1) : before + 1);
    for (let below = level + 1; below < 9; below += 1)
      if (levels[below]?.restarts !== false) now[below] = undefined;
    const own = levels[level];
    if (own === undefined || own.format === "bullet" || own.format === "none") return "";
    return own.text.replace(/%([1-9])/g, (_mark, digit: string) => {
      const at = Number(digit) - 1;
      const value = (now[at] ??= levels[at]?.start ?? 1);
      return writeNumber(value, own.isLegal ? "decimal" : (levels[at]?.format ?? "decimal"));
    });
  };
}

const romans: readonly (readonly [number, string])[] = [
  ...([
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
    [50, "l"],
  ] as const),
  ...([
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const),
];

function writeNumber(value: number, format: string): string {
  switch (format) {
    case "lowerLetter":
    case "upperLetter": {
      // After z come aa, bb.
      const letter = String.fromCharCode(97 + ((Math.max(1, value) - 1) % 26)).repeat(
        Math.min(9, Math.ceil(Math.max(1, value) / 26)),
      );
      return format === "upperLetter" ? letter.toUpperCase() : letter;
    }
    case "lowerRoman":
    case "upperRoman": {
      let left = Math.min(value, 4_999);
      let text = "";
      for (const [worth, sign] of romans) for (; left >= worth; left -= worth) text += sign;
      return format === "upperRoman" ? text.toUpperCase() : text;
    }
    case "decimalZero":
      return String(value).padStart(2, "0");
    case "chineseCounting":
    case "chineseCountingThousand":
    case "japaneseCounting":
      return toChinese(value);
    default:
      return String(value);
  }
}

/** 12 is 十二; from 100 on in digits. */
function toChinese(value: number): string {
  const digit = (one: number) => [..."〇一二三四五六七八九"][one] ?? "";
  const tens = Math.floor(value / 10);
  if (value > 99) return String(value);
  if (tens === 0) return digit(value);
  return `${tens > 1 ? digit(tens) : ""}十${value % 10 === 0 ? "" : digit(value % 10)}`;
}

import { listRelations, type Archive } from "./archive";
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
type ListPlace = { list: string; level: number };

/**
 * The main part of a Word document with what only its styles and lists tell: the numbers that Word computes
 * (“§ 7”, “b)”, “2.1”) stand as text before their paragraphs (ECMA-376, 17.9), and headings have the styles
 * of their levels. What paragraphs were before a change goes.
 */
export function markParagraphs(archive: Archive, main: string, text: string): string {
  const parts = new Map(listRelations(archive, main).map(({ type, target }) => [type, target]));
  const read = (type: string) =>
    archive.findText(parts.get(type) ?? main.replace(/[^/]*$/, `${type}.xml`)) ?? "<none/>";
  const styles = readStyles(parseXml(read("styles")));
  const lists = readLists(parseXml(read("numbering")), styles);
  const count = createCounter(lists);
  const close = "</w:pPr>";
  return withoutChanges(text)
    .split(close)
    .map((piece, index, pieces) => {
      const start = piece.lastIndexOf("<w:pPr>");
      if (index === pieces.length - 1 || start === -1)
        return index === pieces.length - 1 ? piece : piece + close;
      const inner = piece.slice(start);
      const place = findPlace(inner, styles, lists);
      const label = place === null ? "" : count(place);
      const run = `<w:r><w:t xml:space="preserve">${escape(label)} </w:t></w:r>`;
      return piece.slice(0, start) + toHeading(inner, styles) + close + (label === "" ? "" : run);
    })
    .join("");
}

/** Properties that a paragraph had before. */
function withoutChanges(text: string): string {
  const [first = "", ...others] = text.split("<w:pPrChange");
  const end = "</w:pPrChange>";
  return first + others.map((piece) => piece.slice(piece.indexOf(end) + end.length)).join("");
}

/** The library knows headings by the names of their styles, which each language of Word has of its own. */
function toHeading(inner: string, styles: ReadonlyMap<string, NumberStyle>): string {
  const own = /<w:outlineLvl\s[^<>]*\bval="(\d)"/.exec(inner)?.[1];
  let level = own === undefined ? undefined : Number(own);
  let style = styles.get(/<w:pStyle\s[^<>]*\bval="([^"]*)"/.exec(inner)?.[1] ?? "");
  for (let depth = 0; depth < 10 && level === undefined && style !== undefined; depth += 1) {
    level = style.outline;
    style = styles.get(style.base);
  }
  if (level === undefined || level > 8) return inner;
  const rest = inner.replace(/<w:pStyle\s[^<>]*>/, "").replace(/<w:numPr>[\s\S]*?<\/w:numPr>/, "");
  return rest.replace("<w:pPr>", `<w:pPr><w:pStyle w:val="Heading${level + 1}"/>`);
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

/** `outline`: the heading's level from 0; 9 is text. */
type NumberStyle = {
  list: string | undefined;
  level: number | undefined;
  outline: number | undefined;
  base: string;
};

function readStyles(root: Element): Map<string, NumberStyle> {
  return new Map(
    findAll(root, "style").map((style) => {
      const [level, outline] = [find(style, "ilvl"), find(style, "outlineLvl")];
      const name = /^(?:title|heading ([1-9]))$/i.exec(find(style, "name") ?? "");
      const named = name === null ? undefined : Number(name[1] ?? 1) - 1;
      return [
        getValue(style, "styleId") ?? "",
        {
          list: findAll(style, "numPr").length === 0 ? undefined : find(style, "numId"),
          level: level === undefined ? undefined : Number(level),
          outline: outline === undefined ? named : Number(outline),
          base: find(style, "basedOn") ?? "",
        },
      ];
    }),
  );
}

function readLists(root: Element, styles: ReadonlyMap<string, NumberStyle>): Map<string, Numbering> {
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
  styles: ReadonlyMap<string, NumberStyle>,
  lists: ReadonlyMap<string, Numbering>,
): ListPlace | null {
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
function createCounter(lists: ReadonlyMap<string, Numbering>): (place: ListPlace) => string {
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return ({ list, level }) => {
    const { id = "", levels = [], starts = [] } = lists.get(list) ?? {};
    const now = counts.get(id) ?? [];
    counts.set(id, now);
    const first = `${list} ${level}`;
    const start = begun.has(first) ? undefined : starts[level];
    begun.add(first);
    now[level] = start ?? toNext(now[level], levels[level]);
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

function toNext(before: number | undefined, level: Level | undefined): number {
  return before === undefined ? (level?.start ?? 1) : before + 1;
}

const romans = Object.entries({
  ...{ m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 },
});

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
      for (const [sign, worth] of romans) for (; left >= worth; left -= worth) text += sign;
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

import { CssSyntaxError, parse, type AtRule, type Rule as SheetRule } from "postcss";

export type Style = ReadonlyMap<string, string>;
export type Rule = { selector: string; isSure: boolean; weight: number; style: Style; important: Style };

const names = new Set(
  (
    "display visibility opacity font-size position left right top bottom text-indent margin-left margin-top overflow " +
    "width height max-height clip clip-path transform color background background-color animation animation-name"
  ).split(" "),
);

/** Weighed as CSS does: ids, classes, names, then the later one. */
export function listRules(styles: string): Rule[] {
  const rules: Rule[] = [];
  parseSheet(styles)?.walkRules((rule) => {
    const said = rule.nodes.flatMap((node) => (node.type === "decl" && names.has(node.prop) ? [node] : []));
    const applies = getAt(rule);
    if (said.length === 0 || applies === "never") return;
    const toStyle = (found: typeof said): Style =>
      new Map(found.map(({ prop, value }) => [prop, value.toLowerCase()]));
    const important = toStyle(said.filter((one) => one.important));
    const style = new Map([...toStyle(said), ...important]);
    for (const selector of rule.selectors)
      if (!/::|:(before|after|hover|focus|active|target|checked|visited)|&/.test(selector))
        rules.push({
          ...{ selector, isSure: applies === "always", style, important },
          weight: toSpecificity(selector) * 100_000 + rules.length,
        });
  });
  return rules;
}

/** Until where it is broken. */
function parseSheet(styles: string, isWhole = true): ReturnType<typeof parse> | null {
  try {
    return parse(styles, { map: false });
  } catch (error) {
    const offset = error instanceof CssSyntaxError ? error.input?.offset : undefined;
    if (!isWhole || offset === undefined) return null;
    return parseSheet(styles.slice(0, styles.lastIndexOf("}", offset - 1) + 1), false);
  }
}

const width = 1_280;

/** On a wide screen; `perhaps` where it hangs on what is not known. */
function getAt(rule: SheetRule): "always" | "perhaps" | "never" {
  let found: "always" | "perhaps" = "always";
  for (let at = rule.parent; at !== undefined && at.type !== "root"; at = at.parent as typeof at) {
    const { name, params } = at as AtRule;
    if (at.type === "rule" || /keyframes|font-face|page/.test(name)) return "never";
    if (name !== "media") continue;
    const limits = [...params.matchAll(/\((min|max)-width:\s*([\d.]+)(px|em|rem)\)/g)];
    const rest = params.replace(/\((min|max)-width:[^)]*\)|\b(only|screen|all|and)\b|\s/g, "");
    const isWithin = limits.every(([, side, number, unit]) => {
      const pixels = Number(number) * (unit === "px" ? 1 : 16);
      return side === "min" ? pixels <= width : pixels >= width;
    });
    if (params.trim() === "print" || (rest === "" && !isWithin)) return "never";
    if (rest !== "") found = "perhaps";
  }
  return found;
}

function toSpecificity(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0;
  return count(/#[\w-]/g) * 10_000 + count(/[.[:][\w-]/g) * 100 + count(/(?:^|[\s>+~])[a-z]/gi);
}

/** The id, class or name that an element must have to be meant. */
export function toKey(selector: string): string {
  const last =
    selector
      .replace(/\[[^\]]*\]|\([^)]*\)/g, "")
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? "";
  return (
    /#(?:[^.#:\\]|\\.)+/.exec(last)?.[0] ??
    /\.(?:[^.#:\\]|\\.)+/.exec(last)?.[0] ??
    /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() ??
    "*"
  ).replace(/\\(.)/g, "$1");
}

export function listKeys(element: Element): string[] {
  const classes = (element.getAttribute("class") ?? "").split(/\s+/).filter((name) => name !== "");
  return [`#${element.id}`, ...new Set(classes.map((name) => `.${name}`)), element.localName, "*"];
}

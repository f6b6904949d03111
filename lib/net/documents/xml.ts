import { DOMParser } from "linkedom";
import { AppError } from "@/lib/errors";
import { listElements } from "./list-elements";

/** Deeper and longer than what programs write; the parser's time grows with the depth's square. */
const maxDepth = 200;
const maxMarks = 200_000;

/**
 * A part of a document, without the entities that it declares: nothing is expanded or fetched. Throws
 * `too_large` for one that is absurdly deep or long, `page_unavailable` for a broken one.
 */
export function parseXml(text: string): Element {
  refuseAbsurd(text);
  // The parser's types are not those of browsers, and do not say that there may be no element.
  const root = new DOMParser().parseFromString(text, "text/xml").documentElement as unknown as Element | null;
  if (root === null) throw new AppError("page_unavailable", "The document is broken.");
  return root;
}

/** Throws `too_large` for what is deeper or longer than anything that programs write. */
export function refuseAbsurd(text: string, most = maxMarks): void {
  let depth = 0;
  let marks = 0;
  for (const [mark] of text.matchAll(/<\/|\/>|<(?![!?])/g)) {
    marks += 1;
    depth += mark === "<" ? 1 : -1;
    if (depth > maxDepth || marks > most)
      throw new AppError("too_large", "The document is too large, or too deeply nested, to be read.");
  }
}

/** Below `root`, in document order. The parser keeps prefixes in names: `a:p` and `p` are both `p` here. */
export function findAll(root: Element, name: string): Element[] {
  return listElements(root).filter((element) => element !== root && toName(element) === name);
}

function toName({ localName }: Element): string {
  return localName.slice(localName.indexOf(":") + 1);
}

/** `../notesSlides/a.xml` beside `ppt/slides/` is `ppt/notesSlides/a.xml`. */
export function resolvePath(target: string, folder: string): string {
  const path = URL.parse(target, `file:///${folder}`)?.pathname.slice(1) ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

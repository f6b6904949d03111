import { useLocale } from "next-intl";
import { useState, useSyncExternalStore, type ReactNode } from "react";

export type Column<ROW> = {
  id: string;
  name: string;
  cell: (row: ROW) => ReactNode;
  /** What it is sorted and searched by, and what stands in the CSV. */
  value: (row: ROW) => string | number | null;
  /** A figure, at the end of its cell. */
  isEnd?: boolean;
  /** Names the row. */
  isMain?: boolean;
  /** Holds what the row is changed with: shown on a phone, too. */
  isControl?: boolean;
  /** Hidden until it is chosen. */
  isOptional?: boolean;
};

export type Sort = { id: string; direction: "ascending" | "descending" } | null;

type Options<ROW> = {
  name: string;
  items: readonly ROW[];
  columns: readonly Column<ROW>[];
  /** The server searches: the rows are what was found. */
  isAskedElsewhere: boolean;
};

/** Which rows and columns of a table are shown, in which order. Chosen columns are kept in this browser. */
export function useTableView<ROW>({ name, items, columns, isAskedElsewhere }: Options<ROW>) {
  const locale = useLocale();
  const [text, setText] = useState("");
  const [sort, setSort] = useState<Sort>(null);
  const [hidden, toggle] = useHidden(name, columns);
  const shown = columns.filter(({ id, isMain }) => isMain === true || !hidden.has(id));
  const wanted = isAskedElsewhere ? "" : text.trim().toLocaleLowerCase(locale);
  const found = wanted === "" ? items : items.filter((row) => contains(row, columns, wanted, locale));
  const by = columns.find(({ id }) => id === sort?.id);
  const collator = new Intl.Collator(locale, { numeric: true });
  const rows = by === undefined ? found : toSorted(found, by, sort?.direction === "descending", collator);
  /** Up, down, as it came. */
  const sortBy = (id: string): void =>
    setSort((before) => {
      if (before?.id !== id) return { id, direction: "ascending" };
      return before.direction === "ascending" ? { id, direction: "descending" } : null;
    });
  /** A phone has room for the row's name, its controls, and what the rows are sorted by, else the next. */
  const second = sort?.id ?? shown.find(({ isMain, isControl }) => !isMain && !isControl)?.id;
  const kept = shown.filter(({ id, isMain, isControl }) => isMain || isControl || id === second);
  const onPhone = new Set(kept.map(({ id }) => id));
  return { text, setText, onPhone, sort, sortBy, hidden, toggle, shown, rows };
}

function contains<ROW>(row: ROW, columns: readonly Column<ROW>[], text: string, locale: string): boolean {
  return columns.some(({ value }) =>
    String(value(row) ?? "")
      .toLocaleLowerCase(locale)
      .includes(text),
  );
}

/** Rows without a value stand last in both directions. */
function toSorted<ROW>(
  rows: readonly ROW[],
  { value }: Column<ROW>,
  isDescending: boolean,
  collator: Intl.Collator,
): ROW[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * collator.compare(String(a), String(b));
  });
}

const changed = new EventTarget();
const toKey = (name: string): string => `sextant:columns:${name}`;
/** For as long as the page is open, where the browser keeps nothing. */
const unkept = new Map<string, string>();

function readKept(name: string): string | null {
  try {
    return localStorage.getItem(toKey(name)) ?? unkept.get(name) ?? null;
  } catch {
    return unkept.get(name) ?? null;
  }
}

function keep(name: string, columns: string): void {
  unkept.set(name, columns);
  try {
    localStorage.setItem(toKey(name), columns);
  } catch {
    // Full, or forbidden.
  }
}

function useHidden<ROW>(name: string, columns: readonly Column<ROW>[]) {
  const kept = useSyncExternalStore(
    (tell) => {
      changed.addEventListener("change", tell);
      return () => changed.removeEventListener("change", tell);
    },
    () => readKept(name),
    () => null,
  );
  const first = columns.filter(({ isOptional }) => isOptional === true).map(({ id }) => id);
  const hidden = new Set(kept === null ? first : kept.split(" "));
  const toggle = (id: string): void => {
    const next = hidden.has(id) ? [...hidden].filter((other) => other !== id) : [...hidden, id];
    keep(name, next.join(" "));
    changed.dispatchEvent(new Event("change"));
  };
  return [hidden, toggle] as const;
}

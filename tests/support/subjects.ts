import { resolveImport, type SourceFile } from "./source-graph";

/**
 * Which part of the product, or which subject, a path belongs to: the first line that fits. What no line names
 * is the ground, which everybody may use.
 */

const byPath: readonly [path: RegExp, part: string][] = [
  [/^lib\/features(?:\/[\w-]+)?\.ts$/, "LIST"],
  [/^lib\/features\/(?:chat|conversations)\/api/, "CHAT"],
  [/^lib\/features\/([\w-]+)\//, "$1"],
  [/^lib\/engine\//, "ENGINE"],
  [/^lib\/server\//, "WIRING"],
  [/^components\/(?:chat|shell)\//, "CHAT"],
  [/^components\/(?:ui|markdown|tools)\//, "GROUND"],
  [/^components\/library\//, "documents"],
  [/^components\/runs\//, "traces"],
  [/^components\/account\//, "accounts"],
  [/^components\/([\w-]+)\//, "$1"],
];

export function toPart(path: string): string {
  for (const [pattern, part] of byPath) {
    const found = pattern.exec(path);
    if (found !== null) return part === "$1" ? (found[1] ?? part) : part;
  }
  return "GROUND";
}

export const isSubject = (part: string): boolean => !/^[A-Z]+$/.test(part);

/** An import of something that belongs elsewhere, but for shapes, which everybody may know. */
export type Arrow = { from: string; to: string; path: string; target: string };

export function listArrows(sources: readonly SourceFile[]): Arrow[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier }) => {
      const target = resolveImport(path, specifier);
      if (target === null || /^lib\/protocol\/|\/(?:schema$|shape(?:$|\/))/.test(target)) return [];
      const arrow = { from: toPart(path), to: toPart(`${target}.ts`), path, target };
      return arrow.from === arrow.to ? [] : [arrow];
    }),
  );
}

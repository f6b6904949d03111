import { resolveImport, type SourceFile } from "./source-graph";

/**
 * Which part of the product, or which subject, a path belongs to: the first line that fits. What no line names
 * is the ground, which everybody may use. Lines whose files have moved may go.
 */

const byPath: readonly [path: RegExp, part: string][] = [
  [/^lib\/features\.ts$/, "LIST"],
  [/^lib\/features\/traces\//, "recorder"],
  [/^lib\/features\/conversation-search\//, "recall"],
  [/^lib\/features\/text-(?:threads|worker)/, "GROUND"],
  [/^lib\/features\/([\w-]+)\//, "$1"],
  [/^lib\/engine\//, "ENGINE"],
  [/^components\/(?:chat|shell)\//, "CHAT"],
  [/^components\/(?:ui|markdown)\//, "GROUND"],
  [/^components\/library\//, "documents"],
  [/^components\/runs\//, "recorder"],
  [/^components\/account\//, "accounts"],
  [/^components\/([\w-]+)\//, "$1"],

  [/^lib\/tools\/(?:memory|note)-\w+\//, "memory"],
  [/^lib\/tools\/(?:retrieve|retrieve-more|lookup|summarize)\//, "documents"],
  [/^lib\/tools\/(?:web-fetch\/|web-search\/|notice-instructions)/, "web"],
  [/^lib\/tools\/(?:calculate|current-time)\//, "basics"],
  [/^lib\/tools\/image-generate\//, "images"],
  [/^lib\/tools\/run-code\//, "code"],
  [/^lib\/tools\/ask-helper\//, "plans"],
  [/^lib\/tools\/run-workflow\//, "workflows"],
  [/^lib\/tools\/search-conversations\//, "recall"],
  [/^lib\/tools\/(?:answer-directly|ask-person|recall-details)\//, "ENGINE"],
  [/^lib\/tools\/([\w-]+)\//, "$1"],
  [/^lib\/tools\//, "ENGINE"],

  [/^lib\/data\/records/, "WIRING"],
  [
    /^lib\/(?:data|protocol)\/(?:own-collections|collections|discards|document|files|file-kinds|uploads)/,
    "documents",
  ],
  [/^lib\/(?:data|protocol)\/memories/, "memory"],
  [/^lib\/(?:data|protocol)\/(?:evidence|answer-|citation|claims|seal)/, "evidence"],
  [/^lib\/data\/(?:asked-words|collect-words|find-matches|read-matches|recall|search-|turn-words)/, "recall"],
  [/^lib\/(?:data|protocol)\/workflow/, "workflows"],
  [/^lib\/(?:data|protocol)\/(?:list-runs|shared-runs|trace|playground|run-comparison)/, "recorder"],
  [/^lib\/(?:data|protocol)\/(?:experiments|laboratory|nightly|saved-questions)/, "laboratory"],
  [
    /^lib\/(?:data|protocol)\/(alerts|agents|folders|preferences|prompts|ratings|statistics|plans|follow-ups)/,
    "$1",
  ],
  [/^lib\/(?:data|protocol)\/(?:share|snapshots)/, "sharing"],
  [/^lib\/(?:data|protocol)\/(?:quota|own-usage)/, "quotas"],
  [/^lib\/(?:data|protocol)\/(?:accounts|audit|invitations|person-data)/, "accounts"],
  [/^lib\/(?:data|protocol)\/mcp/, "tool-servers"],
  [/^lib\/data\/provider-keys/, "admin"],
  [/^lib\/data\/site-icons/, "web"],
  [/^lib\/data\/temporary-chats/, "temporary-chats"],

  [/^lib\/server\/alert/, "alerts"],
  [/^lib\/server\/laboratory/, "laboratory"],
  [/^lib\/server\/(?:library|text-)/, "documents"],
  [/^lib\/server\/note-said/, "recall"],
  [/^lib\/server\/(?:accounts-config|person-limits|usual-replies)/, "accounts"],
  [/^lib\/server\/(?:paid-web|web|reach-search|site-icons)/, "web"],
  [/^lib\/server\/telemetry/, "telemetry"],
  [/^lib\/server\/tool-servers/, "tool-servers"],
  [/^lib\/server\/trace-expiry/, "recorder"],
  [/^lib\/server\/(?:workflows|work-at-times)/, "workflows"],
  [/^lib\/server\/remind/, "reminders"],
  [/^lib\/server\//, "WIRING"],

  [/^lib\/client\/(?:add-files|chosen-|document|refuse-file|send-bytes|upload)/, "documents"],
  [
    /^lib\/client\/(?:cited|claims|evidence|found-pages|plain-passage|shown-numbers|sources|text-fragment|use-claims)/,
    "evidence",
  ],
  [/^lib\/client\/(?:fact|memory)/, "memory"],
  [/^lib\/client\/(?:account|leaving|read-transfer)/, "accounts"],
  [/^lib\/client\/(?:quota-rows)/, "quotas"],
  [/^lib\/client\/(?:watches|workflows)/, "workflows"],
  [/^lib\/client\/(?:admin-api|agent-api|mcp-api|laboratory-api)/, "admin"],
  [/^lib\/client\/plan-/, "plans"],
  [/^lib\/client\/(folders|prompts)/, "$1"],

  [/^lib\/(?:accounts|auth)\//, "accounts"],
  [/^lib\/admin\/agents/, "agents"],
  [/^lib\/search\//, "web"],
  [/^lib\/mcp\//, "tool-servers"],
  [/^lib\/traces\//, "recorder"],
  [
    /^lib\/(admin|alerts|documents|doctor|evidence|laboratory|memory|plans|sharing|statistics|telemetry|transfer|workflows)\//,
    "$1",
  ],
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
      if (target === null || /^lib\/protocol\/|\/(?:shape|schema)$/.test(target)) return [];
      const arrow = { from: toPart(path), to: toPart(`${target}.ts`), path, target };
      return arrow.from === arrow.to ? [] : [arrow];
    }),
  );
}

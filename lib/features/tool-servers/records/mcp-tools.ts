import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import {
  mcpDefinitionSchema,
  mcpReaches,
  mcpToolPolicySchema,
  needsCare,
  saysReadOnly,
  toState,
  type McpPatch,
  type McpPinned,
  type McpReach,
  type McpTool,
  type McpToolPolicy,
} from "@/lib/features/tool-servers/shape";
import { parseJson } from "@/lib/protocol/json";
import { z } from "zod";
import { withoutUndefined } from "@/lib/data/json";

export type FoundTool = McpPinned & { name: string };
/** What a server says that it has. */
export type FoundTools = { tools: FoundTool[]; instructions: string | null; skipped: number };

const pinnedShape = z.object({
  ...{ definition: mcpDefinitionSchema, fingerprint: z.string() },
  reaches: z.array(z.enum(mcpReaches)).nullable().default(null),
});
/** A definition is kept as one text: its schemas may hold what a store takes in no field. */
const pinnedSchema = z.string().transform(parseJson).pipe(pinnedShape).nullable();
export const storedToolSchema = mcpToolPolicySchema
  .extend({ name: z.string(), offeredAs: z.string(), found: pinnedSchema, taken: pinnedSchema })
  .transform((tool): McpTool => ({ ...tool, state: toState(tool) }));

export function toStoredTool({ state: _state, found, taken, ...tool }: McpTool) {
  return { ...tool, found: found && JSON.stringify(found), taken: taken && JSON.stringify(taken) };
}

/** What is known of the tools of a server when it was asked for them. One that is new is not taken yet. */
export function mergeFound(
  server: string,
  known: readonly McpTool[],
  found: readonly FoundTool[],
): McpTool[] {
  const kept = known.flatMap((tool): McpTool[] => {
    const now = found.find(({ name }) => name === tool.name);
    if (now === undefined && tool.taken === null) return [];
    const seen = { ...tool, found: now === undefined ? null : toPinned(now, [tool]) };
    if (seen.taken === null && seen.found !== null && needsCare(seen.found)) seen.approval = "always";
    return [{ ...seen, state: toState(seen) }];
  });
  const names = new Set(kept.map(({ offeredAs }) => offeredAs));
  const added = found
    .filter(({ name }) => !kept.some((tool) => tool.name === name))
    .map((tool): McpTool => {
      const offeredAs = toOfferedName(server, tool.name, names);
      names.add(offeredAs);
      return {
        name: tool.name,
        offeredAs,
        ...toFirstPolicy(tool),
        state: "new",
        found: toPinned(tool),
        taken: null,
      };
    });
  return [...kept, ...added];
}

/** What was found in the same definition before stays found. */
function toPinned(
  { name, definition, fingerprint, reaches }: FoundTool,
  known: readonly McpTool[] = [],
): McpPinned {
  return { definition, fingerprint, reaches: reaches ?? findReaches(known, { name, fingerprint }) };
}

export function findReaches(
  tools: readonly McpTool[],
  { name, fingerprint }: Pick<FoundTool, "name" | "fingerprint">,
): McpReach[] | null {
  const seen = tools.filter((tool) => tool.name === name).flatMap(({ found, taken }) => [found, taken]);
  return (
    seen.find((pinned) => pinned?.fingerprint === fingerprint && pinned.reaches !== null)?.reaches ?? null
  );
}

/** What may do more than read asks the person with every call. */
function toFirstPolicy(tool: FoundTool): McpToolPolicy {
  return { isEnabled: false, approval: needsCare(tool) ? "always" : "when-untrusted", perDay: null };
}

const longestName = 64;

/** How models know a tool; it stays so, whatever else the server comes to offer. */
function toOfferedName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `mcp_${server}_${tool.toLowerCase().replace(/[^a-z0-9]/g, "_")}`;
  if (plain.length <= longestName && !taken.has(plain)) return plain;
  const mark = createHash("sha256").update(tool).digest("hex").slice(0, 8);
  return `${plain.slice(0, longestName - mark.length - 1)}_${mark}`;
}

/** Throws `conflict` for a tool that is another one than the administrator saw. */
export function changeTools(tools: readonly McpTool[], changes: NonNullable<McpPatch["tools"]>): McpTool[] {
  const unknown = Object.keys(changes).find((name) => !tools.some((tool) => tool.name === name));
  if (unknown !== undefined) throw new AppError("invalid_request", "This server has no such tool.");
  return tools.map((tool) => {
    const { accept, ...policy } = changes[tool.name] ?? {};
    const next = { ...tool, ...withoutUndefined(policy) };
    if (accept !== undefined) {
      if (tool.found?.fingerprint !== accept)
        throw new AppError("conflict", `The tool ${tool.name} has changed meanwhile. Look at it again.`);
      // What was decided of a tool that only read does not hold for one that may do more.
      const wasCareful = tool.taken !== null && needsCare(tool.taken);
      if (policy.approval === undefined && needsCare(tool.found) && !wasCareful) next.approval = "always";
      next.taken = tool.found;
    }
    next.state = toState(next);
    return checkPolicy(next);
  });
}

function checkPolicy(tool: McpTool): McpTool {
  const { name, taken, isEnabled, approval } = tool;
  if (isEnabled && taken === null)
    throw new AppError("invalid_request", `The tool ${name} has to be accepted before it is switched on.`);
  if (approval === "never" && !(taken !== null && saysReadOnly(taken.definition)))
    throw new AppError(
      "invalid_request",
      `The tool ${name} may change something: the person has to be asked.`,
    );
  return tool;
}

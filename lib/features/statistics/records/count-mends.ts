import { z } from "zod";
import type { RunRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { toKey } from "./count-groups";
import { sumCounts, type Counts } from "./sum-counts";

const count = z.number().default(0).catch(0);
/**
 * How often a tool failed in one way, and in how many of these replies a later call of it worked: with other
 * values (`changed`, and in `fields` for which of its parameters), or with the same ones (`again`).
 */
export const mendSchema = z.object({
  tool: z.string(),
  code: z.string(),
  failed: count,
  changed: count,
  again: count,
  fields: z.record(z.string(), z.number()).default({}).catch({}),
});
export type Mend = z.output<typeof mendSchema>;
export const mendsSchema = z.record(z.string(), mendSchema).default({}).catch({});

/**
 * Names of tools, errors and parameters alone; nothing that a person or a model wrote is in it. `isOwn`: its
 * parameters are named by us, not by whoever made the tool.
 */
export function countMends({ steps }: Pick<RunRecord, "steps">, isOwn: (tool: string) => boolean): Counts {
  const calls = steps.flatMap(({ toolCalls }) => toolCalls);
  const seen = new Set<string>();
  return sumCounts(
    calls.flatMap((call, index) => {
      const place = `${call.tool} ${call.status}`;
      // One reply counts once, however often it tried.
      if (call.status === "success" || seen.has(place) || !toolName.test(call.tool)) return [];
      seen.add(place);
      const { tool, status: code } = call;
      const mended = toMend(call, calls.slice(index + 1), isOwn);
      return [{ [toKey(place)]: { tool, code, failed: 1, ...mended } }];
    }),
  );
}

const toolName = /^[a-z][a-z0-9_.]{0,63}$/;

function toMend(
  failed: ToolCallRecord,
  later: readonly ToolCallRecord[],
  isOwn: (tool: string) => boolean,
): Counts {
  const mended = later.find(({ tool, status }) => tool === failed.tool && status === "success");
  if (mended === undefined) return {};
  const [before, after] = [toFields(failed.input), toFields(mended.input)];
  if (JSON.stringify(before) === JSON.stringify(after)) return { again: 1 };
  // What worked has the names that the tool's schema gives, but for tools of other servers.
  const names = isOwn(failed.tool) ? Object.keys(after) : [];
  const changed = names.filter(
    (name) => parameter.test(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return { changed: 1, fields: Object.fromEntries(changed.map((name) => [name, 1])) };
}

const parameter = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

/** Without the reason of a call, which every call words anew. */
function toFields(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null ? { ...input, reason: undefined } : {};
}

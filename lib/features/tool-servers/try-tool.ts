import { AppError, isAppError } from "@/lib/errors";
import type { AuditLog } from "@/lib/data/audit";
import type { McpServers } from "@/lib/features/tool-servers/records/mcp-servers";
import type { z } from "zod";
import { forAdmin } from "./failures";
import { openServer, type McpTarget, type OpenServer, type ReachOptions } from "./open-server";
import { longestText, readAnswer } from "./read-answer";
import { callReported } from "./server-tools";
import { needsCare, type McpServer, type mcpTrialSchema, type McpTrialReply } from "./shape";

type Trial = z.output<typeof mcpTrialSchema>;
type TrialDeps = {
  records: Pick<McpServers, "get">;
  toTarget: (server: McpServer) => Promise<McpTarget>;
  audit: Pick<AuditLog, "record">;
  options: ReachOptions;
  now: () => number;
};

/**
 * Calls a tool once for an administrator, under the guards and the time limit of the agent's calls, in a
 * connection of its own. No figures count it; the audit log does. Throws `conflict` for a tool that has
 * changed since it was shown.
 */
export function createTrial({ records, toTarget, audit, options, now }: TrialDeps) {
  return async (id: string, trial: Trial, { id: actor }: { id: string }, signal: AbortSignal) => {
    const server = await records.get(id);
    checkTrial(server, trial);
    await audit.record({ act: "mcp_tried", actor, detail: server.name, about: trial.tool });
    let open: OpenServer | null = null;
    try {
      open = await openServer(await toTarget(server), options, { signal });
      return await callOnce(open, trial, { limitMs: server.timeLimitSeconds * 1_000, now, signal });
    } catch (error) {
      throw isAppError(error) ? forAdmin(error) : error;
    } finally {
      await open?.close().catch(() => undefined);
    }
  };
}

function checkTrial({ tools }: McpServer, { tool: name, fingerprint, mayChange }: Trial): void {
  const found = tools.find((tool) => tool.name === name)?.found ?? null;
  if (found === null) throw new AppError("not_found", "This server has no such tool.");
  if (found.fingerprint !== fingerprint) throw createChanged(name);
  if (needsCare(found) && !mayChange)
    throw new AppError("invalid_request", "Agree first: this tool may do more than read.", {
      fields: { mayChange: "has to be agreed to" },
    });
}

async function callOnce(
  open: OpenServer,
  { tool: name, fingerprint, input }: Trial,
  { limitMs, now, signal }: { limitMs: number; now: () => number; signal: AbortSignal },
): Promise<McpTrialReply> {
  const { tools } = await open.list(signal);
  if (tools.find((tool) => tool.name === name)?.fingerprint !== fingerprint) throw createChanged(name);
  const startedAt = now();
  const within = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const answer = await callReported(open, { tool: { name }, isRepeatable: true }, input, { signal: within });
  const { words, pictures, isError } = await readAnswer(answer, open, within);
  const text = words.join("\n\n");
  const shown = text.slice(0, longestText).toWellFormed();
  const leftOut = text.length - shown.length;
  return { text: shown, isError, pictures: pictures.length, leftOut, tookMs: now() - startedAt };
}

function createChanged(name: string): AppError {
  return new AppError("conflict", `The tool ${name} has changed meanwhile. Look at it again.`);
}

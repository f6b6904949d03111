import { AppError } from "@/lib/errors";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import { takeMessage } from "./incoming-files";
import type { LiveRun } from "./live-run";
import { noUsage } from "./meter";
import { performRun } from "./perform-run";
import type { RunDeps } from "./run-deps";
import { createRunLog } from "./run-log";
import { startTitle } from "./start-title";
import { deriveTitle } from "./title";

/** Saves what was asked, then lets the reply be made on its own. Throws before anything is saved when the request cannot be served. */
export async function startRun(deps: RunDeps, userId: string, request: ChatRequest): Promise<LiveRun> {
  const { settings } = await deps.settings.get();
  checkChoices(request, settings);
  const chain = deps.models().chain("main", { settings: settings.modelTiers.main, choice: request.options.model });
  const startedAt = deps.now();
  const runId = deps.newId();
  const replyId = deps.newId();
  const message = request.message === undefined || request.trigger === "regenerate-message" ? null : await takeMessage(request.message, startedAt, toSavePicture(deps, userId, request.id));
  const begun = await deps.turns.begin({
    userId,
    conversationId: request.id,
    runId,
    now: startedAt,
    message,
    replaceFrom: request.messageId ?? null,
    toTitle: (question) => deriveTitle(question, "…"),
    toRecord: ({ userMessageId }) => toRecord({ request, settings, chain, runId, replyId, startedAt, userMessageId }),
  });
  const run: LiveRun = {
    id: runId,
    userId,
    conversationId: request.id,
    userMessageId: begun.userMessage.id,
    messageId: replyId,
    seq: begun.seq,
    isFirstTurn: begun.isFirstTurn,
    chain,
    settings,
    options: request.options,
    record: begun.record,
    log: createRunLog(),
    controller: new AbortController(),
    cut: null,
    done: Promise.resolve({ id: replyId, role: "assistant", parts: [] }),
  };
  run.done = performRun(deps, run, begun.userMessage);
  if (begun.isFirstTurn) startTitle(deps, run, begun.userMessage);
  return run;
}

function checkChoices({ options }: ChatRequest, settings: AgentSettings): void {
  if (options.style !== undefined && !settings.allowStyleOverride && options.style !== settings.agentStyle) {
    throw new AppError("forbidden", "The style is set by the administrator here.", { fields: { "options.style": "leave it out" } });
  }
  if (options.model !== undefined && !settings.allowModelChoice) {
    throw new AppError("forbidden", "The model is set by the administrator here.", { fields: { "options.model": "leave it out" } });
  }
}

function toSavePicture(deps: RunDeps, userId: string, conversationId: string) {
  return ({ bytes, mediaType, name }: { bytes: Uint8Array; mediaType: string; name: string }) =>
    deps.files.save({ userId, fileId: deps.newId(), conversationId, bytes, mediaType, name, createdAt: deps.now() });
}

type RecordInput = { request: ChatRequest; settings: AgentSettings; chain: string[]; runId: string; replyId: string; startedAt: number; userMessageId: string };

function toRecord({ request, settings, chain, runId, replyId, startedAt, userMessageId }: RecordInput): RunRecord {
  return {
    id: runId,
    conversationId: request.id,
    userMessageId,
    messageId: replyId,
    status: "running",
    outcome: null,
    reason: null,
    style: request.options.style ?? settings.agentStyle,
    mode: request.options.mode ?? "balanced",
    model: chain[0] ?? "",
    complexity: "simple",
    settings,
    steps: [],
    usage: noUsage,
    costMicroUsd: 0,
    costByTool: {},
    startedAt,
    firstTokenAt: null,
    endedAt: null,
  };
}

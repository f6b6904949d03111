import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import { noUsage } from "@/lib/runs/state/meter";
import type { RunDeps } from "@/lib/runs/ports";
import { writeTitle } from "./title";

const titleTimeLimitMs = 20_000;

/** Asks the small model for a title beside the answer, which is saved with it, or after it when it comes later. The title made of the person's words stays when it fails or is the offline guide. */
export function startTitle(deps: RunDeps, run: LiveRun, userMessage: ChatMessage): void {
  const refs = listSmallModels(deps, run.settings);
  if (refs.length === 0) return;
  deps.inBackground("title_failed", setTitle(deps, run, userMessage, refs));
}

/** The chain that answers small questions; empty where there is none but the offline guide, which understands no such question. */
export function listSmallModels(
  deps: Pick<RunDeps, "models">,
  { modelTiers }: Pick<AgentSettings, "modelTiers">,
): string[] {
  const refs = deps.models().chain("lite", { settings: modelTiers.lite });
  return refs.every((ref) => ref.startsWith("offline:")) ? [] : refs;
}

async function setTitle(
  deps: RunDeps,
  run: LiveRun,
  userMessage: ChatMessage,
  refs: string[],
): Promise<void> {
  let served = refs[0] ?? "";
  const model = deps.models().open(refs, {
    onServed: (ref) => void (served = ref),
    onFallback() {},
    limits: { firstChunkMs: titleTimeLimitMs, silenceMs: titleTimeLimitMs, callMs: titleTimeLimitMs },
  });
  const written = await writeTitle(model, userMessage, AbortSignal.timeout(titleTimeLimitMs));
  if (written === null) return;
  const usage = {
    ...noUsage,
    inputTokens: written.usage.inputTokens ?? 0,
    outputTokens: written.usage.outputTokens ?? 0,
  };
  const costMicroUsd = deps.models().costOf(served, usage) ?? 0;
  if (!run.aside.isClosed) return void Object.assign(run.aside, { title: written.title, costMicroUsd });
  await deps.quotas.addCost(run.userId, costMicroUsd);
  await deps.conversations.suggestTitle(run.userId, run.conversationId, written.title);
}

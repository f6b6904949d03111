import { AppError, isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest, UserMessage } from "@/lib/protocol/chat-request";
import { toOfferedModels } from "@/lib/protocol/offered-models";
import type { RunOrigin } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { RunHost, RunModels } from "@/lib/engine/ports";
import {
  chooseAgent,
  chooseOnce,
  checkComplete,
  listRequired,
  toAgentOptions,
  toAgentSettings,
} from "./answering-agent";
import { beginPrepared, type StartedTurn } from "./begin-run";
import { listKeptFiles, takeMessage } from "./incoming-files";
import { findMentionedAgent, readMentions } from "./read-mentions";

/**
 * Saves what was asked, then lets the reply be made on its own. A message gets the reply that it has already;
 * `busy`: another run holds the conversation. Throws before saving when the request cannot be served.
 */
export async function startRun(
  host: RunHost,
  userId: string,
  asked: ChatRequest,
  origin?: RunOrigin,
): Promise<StartedTurn> {
  const own = await chooseAgent(host.records, userId, asked);
  const mentions = await readMentions(host.features, userId, asked);
  const answering = await chooseOnce(host.records.agents, userId, findMentionedAgent(mentions, asked), own);
  const { agent } = answering;
  const settings = toAgentSettings(
    host.tools.withServerTools((await host.records.settings.get()).settings),
    agent,
  );
  const request = { ...asked, options: toAgentOptions(asked.options, agent) };
  checkChoices(host.models(), request.options, settings);
  const models = host.models();
  const chain = models.chain("main", { settings: settings.modelTiers.main, choice: request.options.model });
  if (agent !== null) checkComplete(models, agent, chain);
  if (chain.length === 0) throw refuseUnpriced();
  const files = createFileKeeper(host, userId, request.id);
  const startedAt = host.now();
  try {
    const message =
      request.trigger === "submit-message"
        ? await files.take(request.message, {
            ...{ createdAt: startedAt, mentions },
            isWebOff: request.options.web === false,
          })
        : null;
    const requiredTools = await listRequired(host.records.agents, agent);
    const prepared = {
      ...{ userId, request, settings, chain, startedAt, message, answering, own, requiredTools },
      step: null,
    };
    const begun = await beginPrepared(host, { ...prepared, origin });
    if (begun.kind === "started") return begun;
    await files.forget();
    if (begun.kind !== "agent") return begun;
    const again = { ...asked, options: { ...asked.options, agent: begun.agent } };
    return await startRun(host, userId, again, origin);
  } catch (error) {
    // A store that did not answer may have taken the message.
    const isUnknown = isAppError(error) && error.code === "store_unavailable";
    if (!isUnknown) await files.forget();
    throw error;
  }
}

/** Only models that the chat page offers: any other could cost what nobody has agreed to. */
export function checkChoices(
  models: RunModels,
  { style, model }: Pick<ChatRequest["options"], "style" | "model">,
  settings: AgentSettings,
): void {
  if (style !== undefined && !settings.allowStyleOverride && style !== settings.agentStyle)
    throw refuseChoice("style", "The style is set by the administrator here.", "leave it out");
  if (model === undefined) return;
  if (!settings.allowModelChoice)
    throw refuseChoice("model", "The model is set by the administrator here.", "leave it out");
  if (!toOfferedModels(models, settings).includes(model))
    throw refuseChoice(
      "model",
      "This model is not offered here. Choose another.",
      "name one that is offered",
    );
}

function refuseUnpriced(): AppError {
  return new AppError(
    "configuration",
    "No model may answer: the prices of those that are set up are not known, and models of unknown price are refused here. An administrator can set the prices under Admin → Models.",
  );
}

function refuseChoice(option: string, message: string, advice: string): AppError {
  return new AppError("forbidden", message, { fields: { [`options.${option}`]: advice } });
}

/** Keeps the files of a message as it is taken, and lets go of them again when it is not. */
function createFileKeeper(host: RunHost, userId: string, conversationId: string) {
  const saved: string[] = [];
  let attached: string[] = [];
  const save = (picture: { bytes: Uint8Array; mediaType: string; name: string }) => {
    const fileId = host.newId();
    saved.push(fileId);
    return host.records.files.save({ ...picture, userId, fileId, conversationId, createdAt: host.now() });
  };
  return {
    /** Throws `not_found` for a file that is not the person's. */
    async take(message: UserMessage, beside: Parameters<typeof takeMessage>[1]): Promise<ChatMessage> {
      const taken = await takeMessage(message, beside, save);
      const kept = listKeptFiles(message);
      const isPicture = await Promise.all(kept.map((id) => host.records.files.has(userId, id)));
      const documents = kept.filter((_id, index) => isPicture[index] !== true);
      if (documents.length > 0)
        attached = await host.sentFiles.attachFiles(userId, conversationId, documents);
      return taken;
    },
    async forget(): Promise<void> {
      await Promise.all(saved.splice(0).map((fileId) => host.records.files.delete(userId, fileId)));
      await host.sentFiles.detachFiles(userId, attached.splice(0));
    },
  };
}

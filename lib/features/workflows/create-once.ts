import type { Workflows } from "./records";
import { AppError } from "@/lib/errors";
import { listOffers, splitByHand } from "@/lib/protocol/message-text";
import { maxPromptCharacters } from "@/lib/protocol/prompt-text";
import {
  maxWorkflowNameCharacters,
  type AskedWorkflow,
  type Workflow,
} from "@/lib/features/workflows/shape/workflows";
import type { DifferenceDeps } from "./find-difference";

type CreateDeps = DifferenceDeps & { workflows: Workflows; newId: () => string };

/** Keeps a question. Each agent watches it once: asked again, that watch has the new rhythm. */
export async function createOnce(deps: CreateDeps, userId: string, asked: AskedWorkflow): Promise<Workflow> {
  const { workflows, newId } = deps;
  const { schedule, timezone, isWatch, answer } = asked;
  const whole = { ...asked, ...(await readOrigin(deps, userId, asked)) };
  const same = (isWatch ? await workflows.list(userId) : []).find(
    (kept) => kept.isWatch && kept.question === whole.question && kept.answer.agent === answer.agent,
  );
  return same === undefined
    ? workflows.create(userId, newId(), whole)
    : workflows.change(userId, same.id, { schedule, timezone, isPaused: false });
}

type AnswerPlace = NonNullable<AskedWorkflow["from"]>;

/** What of the question of an answer its person did not enter. */
async function listForeign(
  { messages }: DifferenceDeps,
  userId: string,
  { conversationId, messageId }: AnswerPlace,
): Promise<string[]> {
  const answer = await messages.find(userId, conversationId, messageId);
  const question = answer && (await messages.findBefore(userId, conversationId, answer));
  if (question?.message.role !== "user") return [];
  const before = await messages.findBefore(userId, conversationId, question);
  const { pasted, chosen } = splitByHand(question.message, listOffers(before ? [before.message] : []));
  return [pasted, chosen].filter((text) => text.trim() !== "");
}

/** What the answer that it begins with says of its question. Throws `not_found` where it is not theirs. */
async function readOrigin(
  deps: DifferenceDeps,
  userId: string,
  { from, name, question }: AskedWorkflow,
): Promise<Pick<Workflow, "name" | "question" | "foreign">> {
  const answer = from && (await deps.readAnswer(userId, from.conversationId, from.messageId));
  const asked = question ?? answer?.question?.trim() ?? "";
  if (asked === "" || asked.length > maxPromptCharacters)
    throw new AppError("invalid_request", "The question cannot be kept: it has no text, or is too long.", {
      fields: { question: `write 1 to ${maxPromptCharacters} characters` },
    });
  return {
    foreign: from === undefined ? [] : await listForeign(deps, userId, from),
    question: asked,
    name: name ?? (answer?.title ?? asked).slice(0, maxWorkflowNameCharacters).trim(),
  };
}

import type { QuestionsData } from "@/lib/protocol/answer-checks";
import {
  guideUnanswered,
  type ChatDataParts,
  type ChatMessage,
  type ChatPart,
  type NoticeData,
} from "@/lib/protocol/chat-message";
import type { MemoriesData } from "@/lib/features/memory/shape";
import type { PersonQuestion } from "@/lib/protocol/person-questions";
import type { Conflict, HelperMessage, Plan } from "@/lib/features/plans/shape";
import { listApprovals, type Approval, type ToolStepPart } from "./approvals";
import type { FoundPicture } from "@/lib/features/web/tools/web-search/schema";
import type { Source } from "./sources";
import { toSource } from "./sources";

export type TrailStep =
  | { kind: "thought"; key: string; text: string; isActive: boolean; durationMs: number | null }
  /** Words of the model on its way to a tool, not part of the answer. */
  | { kind: "commentary"; key: string; text: string }
  /** The parts that a question was split into. */
  | ({ kind: "questions"; key: string } & QuestionsData)
  /** An answer that was checked, and that another one took the place of. */
  | { kind: "draft"; key: string; text: string; missing: string[] }
  /** `approval`: what the person was asked about it. */
  | { kind: "tool"; key: string; part: ToolStepPart; approval: Approval | null };

export type MessagePicture = { url: string; mediaType: string; description: string };

/** The answer's words, what the person said to it meanwhile, and what it asked the person, in order. */
export type AnswerPiece =
  | { kind: "text"; key: string; text: string }
  | { kind: "steering"; key: string; text: string }
  | { kind: "approval"; key: string; approval: Approval }
  | { kind: "question"; key: string; question: PersonQuestion };

export type Turn = {
  steps: TrailStep[];
  /** The words alone. */
  answer: string;
  pieces: AnswerPiece[];
  /** The offline guide has no answer, and a model might. */
  isUnanswered: boolean;
  isAnswering: boolean;
  pictures: MessagePicture[];
  /** What its searches found; each once. */
  foundPictures: FoundPicture[];
  /** Sources that the reply names itself. */
  sources: Source[];
  /** Facts about the person that were used or kept; `null` when none were. */
  memories: MemoriesData | null;
  /** `null` where it was answered without one. */
  plan: Plan | null;
  helperMessages: HelperMessage[];
  conflicts: Conflict[];
  /** Those that happened on the way, and those after the answer had begun. */
  notices: { early: NoticeData[]; late: NoticeData[] };
};

/** The steps before the first words. What the answer finds later must not push them down. */
export function listEarlySteps({ steps, pieces }: Turn): Turn["steps"] {
  const first = pieces.find(({ kind }) => kind === "text");
  return first === undefined ? steps : steps.filter(({ key }) => Number(key) < Number(first.key));
}

/** Longer words before a tool are worth keeping in the answer. */
const maxCommentaryCharacters = 280;

/** Sorts a reply's parts into what is drawn: the trail, the answer, and what goes with it. */
export function readTurn(message: ChatMessage): Turn {
  const beforeTools = listBeforeTools(message.parts);
  const notices = { early: [], late: [] };
  const turn: Turn = {
    steps: [],
    answer: "",
    pieces: [],
    isUnanswered: false,
    isAnswering: false,
    pictures: [],
    foundPictures: [],
    sources: [],
    memories: null,
    plan: null,
    helperMessages: [],
    conflicts: [],
    notices,
  };
  const approvals = listApprovals(message);
  message.parts.forEach((part, index) =>
    addPart(turn, part, { key: String(index), isBeforeTool: beforeTools.has(index), approvals }),
  );
  const shown = showDraft(turn);
  return message.metadata?.outcome === undefined ? shown : promoteLastCommentary(shown);
}

/**
 * Places of what a step says on its way to a tool: the step has one, and it is not the last. A step without
 * tools has answered, also when the reply went on after it.
 */
function listBeforeTools(parts: ChatPart[]): Set<number> {
  const lastTool = parts.findLastIndex((part) => "toolCallId" in part);
  const found = new Set<number>();
  let start = 0;
  for (let end = 0; end <= parts.length; end += 1) {
    if (end < parts.length && parts[end]?.type !== "step-start") continue;
    const hasTool = parts.slice(start, end).some((part) => "toolCallId" in part);
    for (let index = start; hasTool && index < Math.min(end, lastTool); index += 1) found.add(index);
    start = end;
  }
  return found;
}

/** A first answer stays the answer until the next one begins, and where that came to nothing. */
function showDraft(turn: Turn): Turn {
  const draft = turn.steps.findLast((step) => step.kind === "draft");
  if (draft === undefined || (turn.answer !== "" && turn.answer !== draft.text)) return turn;
  const steps = turn.steps.filter((step) => step !== draft);
  if (turn.answer !== "") return { ...turn, steps };
  const piece: AnswerPiece = { kind: "text", key: draft.key, text: draft.text };
  return { ...turn, steps, answer: draft.text, pieces: [...turn.pieces, piece] };
}

/** A reply that ends with a step, such as noting a fact, has its answer before it. */
function promoteLastCommentary(turn: Turn): Turn {
  const commentary =
    turn.answer === "" ? turn.steps.findLast((step) => step.kind === "commentary") : undefined;
  if (commentary === undefined) return turn;
  const piece: AnswerPiece = { kind: "text", key: commentary.key, text: commentary.text };
  return {
    ...turn,
    answer: commentary.text,
    pieces: [...turn.pieces, piece],
    steps: turn.steps.filter((step) => step !== commentary),
  };
}

type PartPosition = { key: string; isBeforeTool: boolean; approvals: Approval[] };

function addPart(turn: Turn, part: ChatPart, at: PartPosition): void {
  const { key, isBeforeTool, approvals } = at;
  if ("toolCallId" in part) return addCall(turn, key, part, approvals);
  switch (part.type) {
    case "text":
      return addWords(turn, part, key, isBeforeTool);
    case "steering-message":
      turn.isAnswering = false;
      return void turn.pieces.push({ kind: "steering", key, text: toWords(part.parts) });
    case "step-start":
      turn.isAnswering = false;
      return;
    case "reasoning":
      if (part.text.trim() === "" && part.state !== "streaming") return;
      return void turn.steps.push({
        kind: "thought",
        key,
        text: part.text,
        isActive: part.state === "streaming",
        durationMs: readDuration(part),
      });
    case "file":
      return addPicture(turn, { url: part.url, mediaType: part.mediaType, description: part.filename ?? "" });
    case "source-url":
      return void turn.sources.push(toSource(part));
    case "custom":
      turn.isUnanswered ||= part.kind === guideUnanswered;
      return;
    case "source-document":
    case "reasoning-file":
      return;
    default:
      return addData(turn, part, at);
  }
}

type DataPart<NAME extends keyof ChatDataParts> = Extract<ChatPart, { type: `data-${NAME}` }>;
type ReadPart<NAME extends keyof ChatDataParts> = (
  turn: Turn,
  part: DataPart<NAME>,
  at: PartPosition,
) => void;

/** Where each data part stands in what is drawn; `null` for those that are read elsewhere. */
const partReaders: { [NAME in keyof ChatDataParts]: ReadPart<NAME> | null } = {
  notice: ({ answer, notices }, { data }) => notices[answer === "" ? "early" : "late"].push(data),
  approval: ({ pieces }, { id }, { key, approvals }) =>
    approvals.forEach((approval) => approval.id === id && pieces.push({ kind: "approval", key, approval })),
  memories: (turn, { data }) => (turn.memories = data),
  questions: ({ steps }, { data }, { key }) => steps.push({ kind: "questions", key, ...data }),
  draft: ({ steps }, { data: { text, evaluation } }, { key }) =>
    steps.push({ kind: "draft", key, text, missing: evaluation.missing }),
  plan: (turn, { data }) => (turn.plan = data),
  question: ({ pieces }, { data }) => pieces.push({ kind: "question", key: data.id, question: data }),
  helper: ({ helperMessages }, { data }) => helperMessages.push(data),
  conflicts: (turn, { data }) => (turn.conflicts = data.conflicts),
  progress: null,
  claims: null,
};

function addData(turn: Turn, part: DataPart<keyof ChatDataParts>, at: PartPosition): void {
  const read = partReaders[part.type.slice("data-".length) as keyof ChatDataParts];
  (read as ReadPart<keyof ChatDataParts> | null)?.(turn, part, at);
}

function addCall(turn: Turn, key: string, part: ToolStepPart, approvals: readonly Approval[]): void {
  const approval = approvals.find((asked) => asked.part === part) ?? null;
  // The version of the person stands in its place.
  if (approval?.state === "edited") return;
  turn.steps.push({ kind: "tool", key, part, approval });
  if (part.type === "dynamic-tool" || part.state !== "output-available" || !part.output.ok) return;
  const { data } = part.output;
  if ("mediaType" in data) addPicture(turn, data);
  if ("pictures" in data) addFound(turn, data.pictures ?? []);
}

/** Short words on the way to a tool belong to the trail, all others to the answer. */
function addWords(
  turn: Turn,
  { text, state }: Extract<ChatPart, { type: "text" }>,
  key: string,
  isBeforeTool: boolean,
): void {
  if (text.trim() === "") return;
  if (isBeforeTool && text.length <= maxCommentaryCharacters)
    return void turn.steps.push({ kind: "commentary", key, text });
  addText(turn, key, text);
  turn.isAnswering = state === "streaming";
}

/** Words that follow each other are one text, so that a list or a table may go on. */
function addText(turn: Turn, key: string, text: string): void {
  turn.answer = turn.answer === "" ? text : `${turn.answer}\n\n${text}`;
  const last = turn.pieces.at(-1);
  if (last?.kind === "text") last.text = `${last.text}\n\n${text}`;
  else turn.pieces.push({ kind: "text", key, text });
}

function toWords(parts: Extract<ChatPart, { type: "steering-message" }>["parts"]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** A picture may come as a tool's result and as a file as well: it is shown once. */
function addPicture(turn: Turn, { url, mediaType, description }: MessagePicture): void {
  if (mediaType.startsWith("image") && !turn.pictures.some((picture) => picture.url === url))
    turn.pictures.push({ url, mediaType, description });
}

function addFound({ foundPictures: known }: Turn, found: readonly FoundPicture[]): void {
  known.push(...found.filter(({ url }) => !known.some((picture) => picture.url === url)));
}

function readDuration(part: Extract<ChatPart, { type: "reasoning" }>): number | null {
  const value = part.providerMetadata?.["sextant"]?.["durationMs"];
  return typeof value === "number" ? value : null;
}

/** The text of the newest answer that is done; `null` where there is none. */
export function findNewestAnswer(messages: readonly ChatMessage[]): string | null {
  for (const message of messages.toReversed()) {
    const isDone = message.role === "assistant" && message.metadata?.outcome !== undefined;
    const answer = isDone ? readTurn(message).answer : "";
    if (answer !== "") return answer;
  }
  return null;
}

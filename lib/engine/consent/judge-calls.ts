import { hasStrangers, type ConsentView } from "@/lib/engine/loop/consent/view";
import { judgeCall, toQueryText, type CallJudgement } from "@/lib/engine/loop/consent/judge-call";
import { permitApproval, permitCall } from "@/lib/engine/loop/consent/permit-call";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { ChatChunk, ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { isEditedCall } from "@/lib/protocol/edited-calls";
import { findResult, type CallResult } from "@/lib/protocol/tool-results";
import type { FindToolPermission, FoundPermission } from "@/lib/protocol/tool-permissions";
import type { RunLog } from "@/lib/engine/log/run-log";
import type { Steer } from "@/lib/engine/records/leases";
import type { Ask } from "@/lib/engine/ask";
import type { Brief } from "@/lib/engine/brief";
import { findOpenStep } from "@/lib/engine/log/history";
import { answeredQuestionSchema, offeredAnswersSchema } from "@/lib/protocol/person-questions";
import { questionTool } from "@/lib/engine/tools/ask-person/schema";
import { askInDoubt } from "./ask-in-doubt";
import { toConsentView, type KnownContext } from "./consent-view";
import { createCounter, type JudgeHost } from "./count-calls";

/** Judges calls by what the model had when it asked for them: parallel calls know no others' results. */
export type Judge = {
  /** What this reply had found before the step that runs. */
  see(results: readonly CallResult[]): void;
  /** What the person's role may have of tools from now on. */
  permit(find: FindToolPermission): void;
  permissionOf(tool: string): FoundPermission | null;
  /** By code alone, or as it was settled in this step. */
  judge(tool: string, input: unknown): CallJudgement;
  /**
   * As `judge`; where code is in doubt about words, the small model says whether they tell, or were said.
   */
  settle(tool: string, input: unknown): Promise<CallJudgement>;
  /** The person has allowed it: what it tells is counted from here. */
  noteAllowed(tool: string, input: unknown): Promise<void>;
  /** What the calls of the step are judged by. */
  view(): ConsentView;
};

/** The reply whose calls are judged. `brief.ledgers`: where it is counted what its calls tell. */
type JudgedRun = {
  brief: Pick<Brief, "id" | "userId" | "ledgers" | "question">;
  log: Pick<RunLog, "chunks">;
  steering: { listWaiting(): readonly Steer[] };
  ask: Ask;
};

export function createJudge(
  host: JudgeHost,
  run: JudgedRun,
  known: KnownContext,
  permissions: FindToolPermission,
): Judge {
  let permissionOf = permissions;
  const sight = createSight(host, run, known);
  const { read, counter } = sight;
  /** What the calls of the step ask for, in their order: each is judged with those before it. */
  let step = new Map<string, CallRequest>();
  let settled = new Map<string, CallJudgement>();
  function judge(tool: string, input: unknown): CallJudgement {
    const request = host.tools.readRequest(tool, input);
    const key = toKey(tool, input);
    const keys = [...step.keys()];
    const before = step.has(key) ? keys.slice(0, keys.indexOf(key)) : keys;
    if (request !== null && !step.has(key)) step.set(key, request);
    const beside = before.flatMap((other) => step.get(other) ?? []);
    const approval = permitApproval(host.tools.describe(tool).approval, permissionOf(tool));
    return judgeCall({ approval, request, beside }, read());
  }
  async function ask(tool: string, input: unknown): Promise<CallJudgement> {
    const request = host.tools.readRequest(tool, input);
    const alone = judge(tool, input);
    const isCounted = request !== null && tells(request, read()) && !isGiven(request, alone);
    if (isCounted) await sight.load();
    const judged = isCounted ? judge(tool, input) : alone;
    const isOpen = request !== null && judged.kind !== "free" && judged.isDoubtful === true;
    const answer = isOpen
      ? await askInDoubt(run.ask, { judged, request, view: read(), step: [...step.values()] })
      : judged;
    if (!isCounted || answer.kind !== "free" || (await counter.note(toKey(tool, input), request, answer)))
      return answer;
    return { kind: "ask", reason: request.reason, details: toDetails(request) };
  }
  return {
    see(results) {
      sight.see(results);
      [step, settled] = [new Map(), new Map()];
    },
    permit: (find) => void (permissionOf = find),
    permissionOf: (tool) => permissionOf(tool),
    judge: (tool, input) =>
      permitCall(settled.get(toKey(tool, input)) ?? judge(tool, input), permissionOf(tool)),
    async noteAllowed(tool, input) {
      const request = host.tools.readRequest(tool, input);
      if (request === null || !tells(request, read())) return;
      await sight.load().then(() => counter.note(toKey(tool, input), request, "allowed"));
    },
    async settle(tool, input) {
      const key = toKey(tool, input);
      const known = settled.get(key) ?? (await ask(tool, input));
      settled.set(key, known);
      return permitCall(known, permissionOf(tool));
    },
    view: read,
  };
}

/** What the calls of a step are judged by. All by one view, so that its texts are read once. */
function createSight(host: JudgeHost, run: JudgedRun, known: KnownContext) {
  const earlier = known.messages.flatMap(listResults);
  let found: readonly CallResult[] = listStepResults(run.log.chunks());
  let seen: { view: ConsentView; steering: string } | null = null;
  const counter = createCounter(host, run.brief);
  return {
    counter,
    see(results: readonly CallResult[]): void {
      found = results;
      seen = null;
      counter.forget();
    },
    read(): ConsentView {
      const said = listSteering(run);
      const steering = said.join("\n");
      if (seen?.steering !== steering) {
        const asked = { message: run.brief.question, steering: said, choices: listChoices(run) };
        const results = [...earlier, ...found];
        seen = { view: toConsentView(host.tools, asked, known, results, counter.told()), steering };
      }
      return seen.view;
    },
    /** What other calls told is read once a step, where it counts. */
    async load(): Promise<void> {
      if (await counter.load(`${run.brief.id}/${found.length}`)) seen = null;
    },
  };
}

/** Whether a call tells somebody something: an address always, a search once strangers may have worded it. */
function tells({ reason }: CallRequest, view: ConsentView): boolean {
  return reason === "address" || (reason === "query" && hasStrangers(view));
}

/** An address that the person named tells nothing, whatever was told before. */
function isGiven({ reason }: CallRequest, judged: CallJudgement): boolean {
  return reason === "address" && judged.kind === "free" && judged.spent === undefined;
}

function toDetails(request: CallRequest): string[] {
  if (request.reason === "address") return [...request.urls];
  return request.reason === "query" ? [toQueryText(request)] : [];
}

function toKey(tool: string, input: unknown): string {
  return JSON.stringify([tool, input]);
}

/** What the person said to the reply meanwhile, unasked or as an answer. */
function listSteering(run: JudgedRun): string[] {
  const said = run.log
    .chunks()
    .flatMap((chunk) =>
      chunk.type === "steering-message"
        ? chunk.parts.map((part) => (part.type === "text" ? part.text : ""))
        : [],
    );
  const answers = run.log
    .chunks()
    .flatMap((chunk) =>
      chunk.type === "tool-input-available" &&
      chunk.toolName === questionTool &&
      isEditedCall(chunk.toolCallId)
        ? (answeredQuestionSchema.safeParse(chunk.input).data?.answer ?? [])
        : [],
    );
  return [...said, ...answers, ...run.steering.listWaiting().map(({ text }) => text)];
}

/**
 * What the reply offered as answers to its questions, as the model wrote it: the edited call is the client's.
 */
function listChoices({ log }: JudgedRun): string[] {
  return log.chunks().flatMap((chunk) => {
    if (chunk.type !== "tool-input-available" || chunk.toolName !== questionTool) return [];
    const offered = isEditedCall(chunk.toolCallId)
      ? undefined
      : offeredAnswersSchema.safeParse(chunk.input).data;
    return offered === undefined ? [] : [...offered.choices, offered.default];
  });
}

/** What the calls of a stored reply gave. */
export function listResults(message: ChatMessage): CallResult[] {
  return message.parts.flatMap((part) => {
    const tool = toToolName(part);
    const output = "output" in part && part.state === "output-available" ? findResult(part.output) : null;
    if (tool === null || output === null || !("input" in part)) return [];
    return [{ tool, input: part.input, output }];
  });
}

export function toToolName(part: ChatPart): string | null {
  if (part.type === "dynamic-tool") return part.toolName;
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : null;
}

/** What was found before the newest step that is not over. */
function listStepResults(chunks: readonly ChatChunk[]): CallResult[] {
  const open = findOpenStep(chunks);
  return listRunResults(open === null ? chunks : chunks.slice(0, chunks.length - open.length));
}

/** Some servers reuse ids in a later step: a result belongs to the newest call of its id before it. */
export function listRunResults(chunks: readonly ChatChunk[]): CallResult[] {
  const calls = new Map<string, { tool: string; input: unknown }>();
  return chunks.flatMap((chunk) => {
    if (chunk.type === "tool-input-available")
      calls.set(chunk.toolCallId, { tool: chunk.toolName, input: chunk.input });
    const call = chunk.type === "tool-output-available" ? calls.get(chunk.toolCallId) : undefined;
    const output = chunk.type === "tool-output-available" ? findResult(chunk.output) : null;
    if (chunk.type !== "tool-output-available" || call === undefined || output === null) return [];
    return [{ ...call, output }];
  });
}

import { toEvaluation, toEvaluationQuestion, thresholds } from "@/lib/engine/loop/evaluation";
import { planRounds } from "@/lib/engine/loop/rounds";
import { toSplitQuestion, toSubQuestions } from "@/lib/engine/loop/sub-questions";
import type { Evaluation, SubQuestion } from "@/lib/protocol/answer-checks";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Citation } from "@/lib/protocol/tool-results";
import { checkAnswer, type CheckDeps } from "@/lib/engine/answer/check-answer";
import { listSmallModels } from "@/lib/engine/answer/title";
import { listRunResults } from "@/lib/engine/consent/judge-calls";
import { hasOwnDocuments } from "@/lib/engine/opening/reply-documents";
import type { RunDeps } from "@/lib/engine/ports";
import type { RunState } from "@/lib/engine/run/run-state";
import { tellUnanswered } from "@/lib/engine/run/tell-unanswered";

type ExamineDeps = Pick<RunDeps, "models" | "askSmall">;
export type EvaluateDeps = ExamineDeps & CheckDeps & Pick<RunDeps, "tools">;

/**
 * Whether a reply is taken apart before and looked at after: where it has documents to look into, or thinks
 * long. Any other makes no call before its first token.
 */
export function isExamined(run: RunState): boolean {
  if (run.task !== null) return run.task.expected !== "";
  const documents = run.context()?.documents;
  return run.mode === "thinking" || (documents !== undefined && hasOwnDocuments(documents));
}

/** Whether a small model could judge what another model writes; the offline guide quotes, and needs none. */
function canAsk(deps: ExamineDeps, run: RunState): boolean {
  return !deps.models().describe(run.served()).isStandIn && listSmallModels(deps, run.settings).length > 0;
}

export function findSubQuestions({ log }: Pick<RunState, "log">): SubQuestion[] {
  return log.chunks().findLast((chunk) => chunk.type === "data-questions")?.data.questions ?? [];
}

/** The parts of the question, asked for once, before the first step. None for a simple question. */
export async function splitQuestion(deps: ExamineDeps, run: RunState): Promise<SubQuestion[]> {
  const known = findSubQuestions(run);
  const isFirst = run.base === null && run.meter.steps.length === 0;
  const isPlanned = run.plan.results().length > 0;
  const isWanted = run.settings.subQuestionsEnabled && run.mode !== "fast" && !isPlanned && isExamined(run);
  if (known.length > 0 || !isFirst || !isWanted || !canAsk(deps, run)) return known;
  run.progress("analyzing", "Splitting the question");
  const asked = (run.context()?.messages ?? []).filter(({ role }) => role === "user").map(toMessageText);
  const question = toSplitQuestion(toMessageText(run.userMessage), asked.slice(0, -1).at(-1) ?? "");
  const { answer, costMicroUsd } = await deps.askSmall(question, run.signal);
  run.meter.addCost("sub_questions", costMicroUsd);
  const questions = toSubQuestions(answer);
  if (questions.length === 0) return [];
  const rounds = planRounds(run.mode, run.style, run.settings, questions.length).most;
  const data = { questions, ...(run.mode === "thinking" && { rounds }) };
  run.log.push({ type: "data-questions", id: "questions", data });
  return questions;
}

export type JudgedReply = { evaluation: Evaluation; refused: boolean };

/** `null` where nobody was to judge the answer, or the small model gave no verdict that can be used. */
export async function evaluateAnswer(deps: EvaluateDeps, run: RunState): Promise<JudgedReply | null> {
  if (run.mode === "fast" || !canAsk(deps, run)) return null;
  const isOwn = run.settings.selfEvaluationEnabled && isExamined(run);
  if (!isOwn && !(await isWebChecked(deps, run))) return null;
  run.progress("observing_results", "Checking the answer");
  const files = run.context()?.documents.files ?? [];
  const results = listRunResults(run.ownChunks()).flatMap(({ output }) => (output.ok ? [output.text] : []));
  const judged = {
    question: toMessageText(run.userMessage),
    parts: findSubQuestions(run),
    answer: run.answer(),
    found: [...files.map(({ text }) => text), ...results],
    isTask: (run.task?.expected ?? "") !== "",
  };
  const told = await deps.askSmall(toEvaluationQuestion(judged), run.signal);
  const { answer, costMicroUsd } = told;
  run.meter.addCost("evaluation", costMicroUsd);
  tellUnanswered(run, "checks", told);
  return answer === null ? null : { evaluation: toEvaluation(answer), refused: answer.refused };
}

/** Whether it is an answer from the web that the administrator wants judged, as all or where in doubt. */
async function isWebChecked(deps: EvaluateDeps, run: RunState): Promise<boolean> {
  const { webChecks } = run.settings;
  if (webChecks === "off" || run.task !== null) return false;
  const isOfWeb = listFound(deps, run).some(({ url }) => /^https?:/.test(url));
  if (!isOfWeb || webChecks === "always") return isOfWeb;
  const checked = await checkAnswer(deps, run);
  return checked?.data.claims.some(({ verdict }) => verdict === "differs") === true;
}

/** What this reply has found or read. */
export function listFound({ tools }: Pick<RunDeps, "tools">, run: RunState): Citation[] {
  return listRunResults(run.ownChunks()).flatMap(({ tool, output }) => tools.listCitations(tool, output));
}

/** Whether the answer gets one more round. */
export function isTooUnsure(
  { style }: Pick<RunState, "style">,
  { evaluation, refused }: JudgedReply,
): boolean {
  return refused || evaluation.confidence < thresholds[style];
}

/** Whether the run has had that round, in whichever process. */
export function hasDraft({ log }: Pick<RunState, "log">): boolean {
  return log.chunks().some(({ type }) => type === "data-draft");
}

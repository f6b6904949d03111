import { listTextParts } from "@/lib/engine/log/history";
import type { Brief } from "@/lib/engine/brief";
import type { Reply } from "@/lib/engine/run/reply";
import { toEvaluation, toEvaluationQuestion, thresholds } from "@/lib/engine/loop/evaluation";
import { toStepLimit } from "@/lib/engine/loop/step-limit";
import { toSplitQuestion, toSubQuestions } from "@/lib/engine/loop/sub-questions";
import type { Evaluation, SubQuestion } from "@/lib/protocol/answer-checks";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Citation } from "@/lib/protocol/tool-results";
import { listSmallModels } from "@/lib/engine/answer/title";
import { listRunResults } from "@/lib/engine/consent/judge-calls";
import { listCitable } from "@/lib/engine/context/contributions";
import type { RunHost, RunTools, RunModels } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { tellUnanswered } from "@/lib/engine/run/tell-unanswered";

/**
 * Whether a reply is taken apart before and looked at after: where a subject wants it, or it thinks long. Any
 * other makes no call before its first token.
 */
export function isExamined(run: Pick<Run, "brief" | "context">): boolean {
  if (run.brief.task !== null) return run.brief.task.expected !== "";
  const contributions = run.context.opened()?.contributions ?? [];
  return run.brief.mode === "thinking" || contributions.some((given) => given.isExamined);
}

/** Whether a small model could judge what another model writes; the offline guide quotes, and needs none. */
function canAsk(models: RunModels, { account, brief }: Pick<Run, "brief" | "account">): boolean {
  return (
    !models.describe(account.model.ref()).isStandIn && listSmallModels(models, brief.settings).length > 0
  );
}

export function findSubQuestions({ log }: Reply): SubQuestion[] {
  return log.chunks().findLast((chunk) => chunk.type === "data-questions")?.data.questions ?? [];
}

/** The parts of the question, asked for once, before the first step. None for a simple question. */
export async function splitQuestion(models: RunModels, run: RunParts): Promise<SubQuestion[]> {
  const known = findSubQuestions(run.reply);
  const isFirst = run.brief.base === null && run.account.meter.steps.length === 0;
  const isPlanned = run.plan.results().length > 0;
  const isWanted =
    run.brief.settings.subQuestionsEnabled && run.brief.mode !== "fast" && !isPlanned && isExamined(run);
  if (known.length > 0 || !isFirst || !isWanted || !canAsk(models, run)) return known;
  run.reply.stage("analyzing", "Splitting the question");
  const asked = (run.context.opened()?.messages ?? [])
    .filter(({ role }) => role === "user")
    .map(toMessageText);
  const question = toSplitQuestion(toMessageText(run.brief.question), asked.slice(0, -1).at(-1) ?? "");
  const { answer } = await run.account.ask(question, "sub_questions");
  const questions = toSubQuestions(answer);
  if (questions.length === 0) return [];
  const stepLimit = toStepLimit(run.brief.mode, run.brief.style, run.brief.settings, questions.length).most;
  const data = { questions, ...(run.brief.mode === "thinking" && { rounds: stepLimit }) };
  run.reply.log.push({ type: "data-questions", id: "questions", data });
  return questions;
}

export type JudgedReply = { evaluation: Evaluation; refused: boolean };

/** `null` where nobody was to judge the answer, or the small model gave no verdict that can be used. */
export async function evaluateAnswer(host: RunHost, run: RunParts): Promise<JudgedReply | null> {
  if (run.brief.mode === "fast" || !canAsk(host.models(), run)) return null;
  const isOwn = run.brief.settings.selfEvaluationEnabled && isExamined(run);
  if (!isOwn && !(await isWebChecked(host, run))) return null;
  run.reply.stage("observing_results", "Checking the answer");
  const files = listCitable(run.context.opened()?.contributions ?? []);
  const results = listRunResults(run.reply.ownChunks()).flatMap(({ output }) =>
    output.ok ? [output.text] : [],
  );
  const judged = {
    question: toMessageText(run.brief.question),
    parts: findSubQuestions(run.reply),
    answer: run.reply.answer.text(),
    found: [...files.map(({ text }) => text), ...results],
    isTask: (run.brief.task?.expected ?? "") !== "",
  };
  const told = await run.account.ask(toEvaluationQuestion(judged), "evaluation");
  const { answer } = told;
  tellUnanswered(run.reply, "checks", told);
  return answer === null ? null : { evaluation: toEvaluation(answer), refused: answer.refused };
}

/** Whether it is an answer from the web that the administrator wants judged, as all or where in doubt. */
async function isWebChecked(host: RunHost, run: Pick<Run, "brief" | "reply">): Promise<boolean> {
  const { webChecks } = run.brief.settings;
  if (webChecks === "off" || run.brief.task !== null) return false;
  const isOfWeb = listFound(host.tools, run.reply).some(({ url }) => /^https?:/.test(url));
  if (!isOfWeb || webChecks === "always") return isOfWeb;
  const { brief, reply } = run;
  const parts = listTextParts(reply.log.chunks());
  const checked = await host.sources.checkClaims({ brief, sources: reply.sources, parts });
  return checked?.claims.some(({ verdict }) => verdict === "differs") === true;
}

/** What this reply has found or read. */
export function listFound(tools: RunTools, reply: Reply): Citation[] {
  return listRunResults(reply.ownChunks()).flatMap(({ tool, output }) => tools.listCitations(tool, output));
}

/** Whether the answer is to be revised. */
export function isTooUnsure({ style }: Brief, { evaluation, refused }: JudgedReply): boolean {
  return refused || evaluation.confidence < thresholds[style];
}

/** Whether the run has had its revision, in whichever process. */
export function hasDraft({ log }: Reply): boolean {
  return log.chunks().some(({ type }) => type === "data-draft");
}

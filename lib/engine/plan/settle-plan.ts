import { decidePlan } from "@/lib/engine/planning/follow";
import type { Lease } from "@/lib/engine/records/leases";
import { planEditSchema, toPlanAnswerId } from "@/lib/features/plans/shape";
import { questionAnswerSchema, type PersonQuestion } from "@/lib/protocol/person-questions";
import { findProposedPlan, listOpenQuestions } from "@/lib/engine/consent/waits";
import type { Run } from "@/lib/engine/run/run";
import { parseJson } from "@/lib/protocol/json";

type Answers = Lease["answers"];

/**
 * Writes into the log what the person said to the plan and its questions, or that they said nothing in time.
 */
export function settlePlan({ reply: { log }, plan }: Pick<Run, "reply" | "plan">, answers: Answers): void {
  const proposed = findProposedPlan(log.chunks());
  if (proposed !== null) {
    const text = answers[toPlanAnswerId(proposed.version)]?.answer;
    plan.set(decidePlan(proposed, readJson(text, planEditSchema)));
  }
  for (const question of listOpenQuestions(log.chunks())) {
    const answer = readJson(answers[question.id]?.answer, questionAnswerSchema)?.answer;
    log.push(toQuestionChunk(toAnswered(question, answer)));
  }
}

export function toAnswered(question: PersonQuestion, answer: string | undefined): PersonQuestion {
  if (answer !== undefined) return { ...question, state: "answered", answer };
  const { fallback } = question;
  return { ...question, state: "expired", ...(fallback !== null && { answer: fallback }) };
}

export function toQuestionChunk(question: PersonQuestion) {
  return { type: "data-question", id: question.id, data: question } as const;
}

/** What another version wrote and this one cannot read is no answer. */
function readJson<T>(
  text: string | undefined,
  schema: { safeParse: (value: unknown) => { data?: T | undefined } },
): T | null {
  return schema.safeParse(parseJson(text ?? "")).data ?? null;
}

import { carrySelf } from "@/lib/models/offline/memory/carry-self";
import { joinFacts } from "@/lib/models/offline/memory/join-facts";
import { resolveFollowUp } from "./follow-up";
import { intents } from "./intents/catalog";
import { lookUp } from "./intents/look-up";
import { detectLanguage } from "./language";
import type { PromptReading } from "./prompt-reader";
import { toQuestion } from "./question";
import { splitQuestion } from "./split-question";
import { isMemoryOffForAll, isTemporary, readStyle } from "./style";
import { inLanguage, type PlannedCall, type Request, type Step, type Task, type Turn } from "./task";

/** What to do now: the calls that are still missing, all at once, or the answer to everything that was asked. */
export function decide(reading: PromptReading): Step {
  const language = detectLanguage(reading.question);
  const { calls, offered, isClosed, system } = reading;
  const turn: Turn = {
    calls,
    offered,
    isClosed,
    isTemporary: isTemporary(system),
    isMemoryOffForAll: isMemoryOffForAll(system),
    language,
  };
  const steps = listTasks(reading).map((task) => task.next(turn));
  const acting = steps.filter((step) => step.kind === "act");
  if (acting.length > 0) {
    return {
      kind: "act",
      thought: joinThoughts(acting),
      calls: withoutRepeats(acting.flatMap((step) => step.calls)),
    };
  }
  const texts = steps.flatMap((step) => (step.kind === "say" ? [step.text] : []));
  return {
    kind: "say",
    thought: joinThoughts(steps),
    text: [...new Set(texts)].join("\n\n") || inLanguage(language, "Ask me something.", "请提问。"),
  };
}

function listTasks(reading: PromptReading): Task[] {
  const language = detectLanguage(reading.question);
  const whole = toRequest(reading.question, reading);
  const isOneText = /^(?:请|please\s+)?(?:把|将|translate|rewrite|翻译|改写)/iu.test(reading.question.trim());
  const parts =
    isOneText || /https?:\/\//u.test(reading.question)
      ? [reading.question]
      : carrySelf(joinFacts(reading.question, splitQuestion(reading.question, language)));
  const requests = parts.length === 1 ? [whole] : parts.map((part) => toRequest(part, reading));
  return requests.map(recognise);
}

function toRequest(text: string, reading: PromptReading): Request {
  return {
    question: toQuestion(resolveFollowUp(text, reading.earlier)),
    original: text,
    style: readStyle(reading.system),
    system: reading.system,
    earlier: reading.earlier,
    remembered: reading.remembered,
    hasFiles: reading.hasFiles,
  };
}

function recognise(request: Request): Task {
  for (const intent of intents) {
    const task = intent(request);
    if (task !== null) return task;
  }
  return lookUp(request) ?? { next: () => ({ kind: "say", thought: "", text: "" }) };
}

function joinThoughts(steps: Step[]): string {
  return [...new Set(steps.map((step) => step.thought))].join(" ");
}

function withoutRepeats(calls: PlannedCall[]): PlannedCall[] {
  const seen = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return [...seen.values()];
}

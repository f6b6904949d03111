import {
  findInMemory,
  needsWholeMemory,
  sayNotTold,
  type MemoryQuestion,
} from "@/lib/models/offline/memory/answer-from-memory";
import { asksAboutSelf } from "@/lib/models/offline/memory/asks-about-self";
import { readRetrievedFacts, type Remembered } from "@/lib/models/offline/memory/remembered";
import { inLanguage, type Intent, type Step, type Task } from "@/lib/models/offline/task";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** A question about the person: from the facts of the prompt where they answer it, else from all that is remembered. */
export const askMemory: Intent = ({ question, original, system, remembered }) => {
  if (!asksAboutSelf(original)) return null;
  const { language } = question;
  const asked: MemoryQuestion = {
    text: original,
    language,
    today: /\bToday is (\d{4}-\d{2}-\d{2})/u.exec(system)?.[1] ?? "",
  };
  const own = needsWholeMemory(asked) ? null : findInMemory(asked, remembered);
  return own === null
    ? createMemoryTask(asked, remembered)
    : createSayTask(
        own,
        inLanguage(language, "You told me this, so I answer from it.", "这是你告诉过我的，我据此回答。"),
      );
};

function createMemoryTask(asked: MemoryQuestion, remembered: readonly Remembered[]): Task {
  const { language } = asked;
  return createCallTask({
    call: { tool: "memory_retrieve", input: {} },
    thought: inLanguage(
      language,
      "This is about you, so I look into what I remember.",
      "这个问题关于你本人，我查看记忆。",
    ),
    report: (output) => {
      const facts = readRetrievedFacts(output);
      const known = facts.length > 0 ? facts : remembered;
      return {
        thought: inLanguage(language, "Memory has answered.", "记忆工具有了结果。"),
        text: findInMemory(asked, known) ?? sayNotTold(language, known.length),
      };
    },
  });
}

function createSayTask(text: string, thought: string): Task {
  const step: Step = { kind: "say", thought, text };
  return { next: () => step };
}

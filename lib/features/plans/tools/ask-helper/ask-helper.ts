import { askHelper } from "@/lib/engine/plan/ask-helper";
import { AppError } from "@/lib/errors";
import { otherRun, toOtherAnswer } from "@/lib/engine/tools/other-run";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { askHelperInputSchema } from "./schema";

/** A helper that has not answered by then is ended. */
const deadlineMs = 180_000;

/** Only steps of plans are offered it: the helper's work is a run of its own, as theirs is. */
export function createAskHelper(): ToolDefinition<"ask_helper"> {
  return {
    ...otherRun,
    name: "ask_helper",
    needs: "helpers",
    helpers: ["researcher", "analyst", "writer", "fact-checker"],
    description: `Has another helper do one piece of work and gives its answer, some minutes later at most.
Use it only for work that you cannot do with your own tools, or that needs an eye of its own, such as a check of what you found.
Do not use it for what one call of a tool tells you, nor to hand on your whole task.
Give the helper (researcher, analyst, writer, editor, fact-checker, or one that the site has added, by its id) and the question with everything it must know.`,
    input: askHelperInputSchema,
    limits: { timeMs: deadlineMs },
    sentences: { helped: "{helper} answered." },
    hints: {
      timeout: "Do this part yourself, or say what is missing.",
      forbidden: "Do this part yourself, or say what is missing.",
    },
    async execute({ helper, question }, { run, callId, signal }) {
      const ask = askHelper.get(run);
      if (ask === null)
        throw new AppError("forbidden", "No other helper can be asked from here: do it yourself.");
      const { text, ...answer } = await ask({ helper, question }, { tool: "ask_helper", callId, signal });
      return {
        text: toOtherAnswer({ helper: answer.helper }, text),
        summary: { key: "helped", values: { helper: answer.helper } },
        data: { ...answer, question },
      };
    },
  };
}

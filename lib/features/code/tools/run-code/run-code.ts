import { AppError } from "@/lib/errors";
import { settingFields } from "@/lib/protocol/settings-fields";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { createLocalSandbox } from "./local-sandbox";
import { mostCharacters, type Sandbox, type SandboxAnswer } from "./sandbox";
import { runCodeInputSchema } from "./schema";

/**
 * It changes and sends nothing, and still waits for the person once others' text is there: a page may hold
 * code that was made to break out. Its memory limit bounds all values of the code together; asking for more
 * ends it, also where the code would catch that.
 */
export function createRunCode(sandbox: Sandbox = createLocalSandbox()): ToolDefinition<"run_code"> {
  return {
    name: "run_code",
    version: "1.0",
    capability: "code",
    helpers: ["analyst"],
    stage: "executing_tools",
    description: `Runs JavaScript (ECMAScript 2023) in a sandbox and gives back what it wrote with console.log and the value of its last expression.
Use it for what needs a program: many numbers, sorting, counting, simulating, working over text or tables, checking an algorithm. Put the data into the code.
Do not use it for one formula (calculate does that), to reach the web, files or other programs: there is no network, no file, no package, no timer and no module.
Time, memory and output are limited; write out results, not every step.`,
    input: runCodeInputSchema,
    origin: "own",
    approval: "when-untrusted",
    effect: "none",
    limits: { timeMs: 10_000 },
    sentences: { ran: "Ran {lines} lines of code" },
    // What the code does wrong says nothing of the sandbox.
    inputFailures: ["timeout", "too_large"],
    hints: {
      invalid_request: "Correct the code and run it again.",
      timeout: "Find a quicker way, or do less at once.",
      too_large: "Hold less at once, and write out results only.",
    },
    async execute({ code }, { signal, codeMemoryMb = settingFields.codeMemoryMegabytes.default }) {
      const answer = await sandbox({ code, memoryMb: codeMemoryMb }, signal);
      if ("failure" in answer) throw toFailure(answer, codeMemoryMb);
      const { output, value } = answer;
      const lines = code.trim().split("\n").length;
      return { text: toText(answer), summary: { key: "ran", values: { lines } }, data: { output, value } };
    },
  };
}

function toText({ output, value }: { output: string; value: string | null }): string {
  const written = output === "" ? [] : [`Output:\n${output.trimEnd()}`];
  const given = value === null ? [] : [`Value:\n${value}`];
  const all = [...written, ...given];
  return all.length === 0 ? "It ran, wrote nothing and gave no value." : all.join("\n\n");
}

/** So much of what was written before stands in the failure. */
const shownCharacters = 1_000;

function toFailure(
  { failure, message, output }: Extract<SandboxAnswer, { failure: string }>,
  memoryMb: number,
): AppError {
  switch (failure) {
    case "error": {
      const before = output === "" ? "" : ` It had written: ${output.slice(-shownCharacters).trim()}`;
      return new AppError("invalid_request", `The code threw ${message}.${before}`);
    }
    case "depth":
      return new AppError("invalid_request", "The code went too deep: calls or data are nested too far.");
    case "memory":
      return new AppError("too_large", `The code needed more than ${memoryMb} MB of memory.`);
    case "output":
      return new AppError("too_large", `The code wrote more than ${mostCharacters} characters.`);
    case "time":
      return new AppError("timeout", "The code did not end in time.");
  }
}

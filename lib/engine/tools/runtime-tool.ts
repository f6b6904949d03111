import { cutStrings } from "@/lib/data/fit-body";
import { AppError } from "@/lib/errors";
import type { JSONSchema7 } from "ai";
import { z } from "zod";
import { describeInputError } from "./describe-input-error";
import { getInputSchema, toCheckedSchema } from "./input-schema";
import type { ToolApproval, ToolEffect } from "@/lib/protocol/tool-traits";
import { defaultTimeLimitMs, type RunnableTool, type ToolContext } from "./tool";

/** Added while the server runs, with its own words: messages and interface know it as a dynamic tool. */
export type RuntimeTool<INPUT = unknown> = {
  /** Lower-case letters, digits and `_`, with `.` after a namespace, such as `math.prime`. */
  name: string;
  version?: string | undefined;
  /** What it does, when to use it and when not, what to give it, what comes back. */
  description: string;
  /** Of an object. What is no zod schema is taken as JSON Schema. */
  inputSchema: z.ZodType<INPUT> | JSONSchema7;
  timeLimitMs?: number | undefined;
  /** What a call does to the world; decides whether it is tried again, and what a recovery may repeat. */
  effect: ToolEffect;
  /** `never`: without effect, and input stays in this server; with an effect it is `when-untrusted`. */
  approval?: ToolApproval | undefined;
  /** May throw anything. */
  execute(input: INPUT, context: ToolContext): Promise<z.input<typeof answerSchema>>;
};

const answerSchema = z.object({
  /** What the model reads. */
  text: z.string(),
  /** One sentence for the person. */
  summary: z.string(),
  costMicroUsd: z.number().min(0).default(0),
});

/** The time limit is that of the longest run. */
const detailsSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/, "write it in lower-case letters, digits, _ and ."),
  version: z.string().default("1.0"),
  description: z.string().trim().min(1),
  timeLimitMs: z.number().min(1).max(800_000).default(defaultTimeLimitMs),
  effect: z.enum(["none", "changes", "sends"]),
  approval: z.enum(["never", "when-untrusted", "always"]).default("when-untrusted"),
});

/** What a model may read of a call, about 12,000 tokens: more would spend the budget at once or not fit. */
const longestText = 50_000;

/** A copy for the runner, not changeable. Throws `invalid_request` for one that models would refuse. */
export function toRunnable<INPUT>(tool: RuntimeTool<INPUT>): RunnableTool {
  const details = detailsSchema.safeParse(tool);
  if (!details.success)
    throw new AppError(
      "invalid_request",
      `The tool cannot be registered. ${describeInputError(details.error, tool)}`,
    );
  const execute = tool.execute.bind(tool);
  const { timeLimitMs, approval, ...traits } = details.data;
  const runnable: RunnableTool<INPUT> = {
    ...traits,
    origin: "stranger",
    approval: approval === "never" && traits.effect !== "none" ? "when-untrusted" : approval,
    stage: "executing_tools",
    limits: { timeMs: timeLimitMs },
    input: toInputSchema(tool),
    execute: async (input, context) =>
      cutStrings(answerSchema.parse(await execute(input, context)), longestText),
  };
  return Object.freeze(runnable);
}

/** One tool without an object as its input would make models refuse every request. */
function toInputSchema<INPUT>({ name, inputSchema }: RuntimeTool<INPUT>): z.ZodType<INPUT> {
  try {
    const schema =
      inputSchema instanceof z.ZodType ? inputSchema : (toCheckedSchema(inputSchema) as z.ZodType<INPUT>);
    const { jsonSchema } = getInputSchema(schema);
    if ("type" in jsonSchema && jsonSchema.type === "object") return schema;
  } catch (cause) {
    throw new AppError("invalid_request", `The input schema of ${name} cannot be used.`, { cause });
  }
  throw new AppError("invalid_request", `The input schema of ${name} must describe an object.`);
}

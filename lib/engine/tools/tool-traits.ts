import { AppError } from "@/lib/errors";
import type { CallRequest } from "@/lib/protocol/approvals";
import { searchCounter } from "@/lib/protocol/limits";
import { findResult, type AnyToolResult, type Citation, type FoundText } from "@/lib/protocol/tool-results";
import type { Recalled, ToolTraits } from "@/lib/protocol/tool-traits";
import { describeInputError } from "./describe-input-error";
import { getInputSchema } from "./input-schema";
import { toModelName, type ToolRegistry } from "./registry";
import type { RunnableTool, ToolDefinition } from "./tool";

const unknownTraits = {
  ...{ isKnown: false, isDynamic: true, isOptional: false, isRepeatable: false, searches: null, needs: null },
  ...({ capability: null, origin: "stranger", approval: "when-untrusted", effect: "sends" } as const),
};

export function describeTool(registry: ToolRegistry, name: string): ToolTraits {
  const tool = findTool(registry, name);
  if (tool === null) return { ...unknownTraits, countedAs: name };
  const { origin, approval, isOptional = false, effect, isRepeatable = effect === "none" } = tool;
  const { searches = null, needs = null, capability = null } = tool;
  return {
    ...{ isKnown: true, isDynamic: !registry.isBuiltIn(tool), isOptional, isRepeatable },
    ...{ capability, origin, approval, effect, searches, needs },
    countedAs: searches === "web" ? searchCounter : name,
  };
}

/** What a call asks for; `null` for an input that the tool will refuse. */
export function readRequest(registry: ToolRegistry, name: string, input: unknown): CallRequest | null {
  const tool = findTool(registry, name);
  if (tool === null) return { reason: "effect" };
  if (!registry.isBuiltIn(tool)) {
    const declared = JSON.stringify(getInputSchema(tool.input).jsonSchema);
    return { reason: "effect", words: toWords(input, (name) => declared.includes(JSON.stringify(name))) };
  }
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return null;
  return tool.request?.read(parsed.data) ?? { reason: "effect" };
}

/** Whatever words stand in it, with the names of fields that nobody declared. */
function toWords(input: unknown, isDeclared: (name: string) => boolean): string {
  if (typeof input !== "object" || input === null) return String(input ?? "");
  const names = Array.isArray(input) ? [] : Object.keys(input).filter((name) => !isDeclared(name));
  return [...names, ...Object.values(input).map((value) => toWords(value, isDeclared))].join("\n");
}

/** The sources that a call of one of our tools added. */
export function listCitations(registry: ToolRegistry, name: string, output: AnyToolResult): Citation[] {
  return readOwn(registry, name, output, (tool, data) => tool.citations?.(data)) ?? [];
}

/** What strangers wrote in what a call of one of our tools gave. */
export function listFoundTexts(registry: ToolRegistry, name: string, output: AnyToolResult): FoundText[] {
  return readOwn(registry, name, output, (tool, data, text) => tool.texts?.(data, text)) ?? [];
}

/** What a call recalled; `null` for any other. */
export function findRecalled(registry: ToolRegistry, name: string, output: AnyToolResult): Recalled | null {
  return readOwn(registry, name, output, (tool, data) => tool.recalls?.(data)) ?? null;
}

/** Whether a call may have given private words. `output`: as it is stored; `undefined`: it gave none. */
export function isPrivateCall(registry: ToolRegistry, name: string, output: unknown): boolean {
  const tool = findTool(registry, name);
  if (tool !== null && registry.isBuiltIn(tool) && tool.isPrivate !== undefined) {
    const result = findResult(output);
    if (result === null) return output !== undefined;
    return readOwn(registry, name, result, ({ isPrivate }, data) => isPrivate?.(data)) ?? false;
  }
  const { origin, isDynamic } = describeTool(registry, name);
  return origin === "documents" || origin === "person" || isDynamic;
}

type Data = Parameters<NonNullable<ToolDefinition["citations"]>>[0];

/** An earlier version of the tool may have kept its data in another form: nothing is known of it then. */
function readOwn<ANSWER>(
  registry: ToolRegistry,
  name: string,
  output: AnyToolResult,
  read: (tool: ToolDefinition, data: Data, text: string) => ANSWER | undefined,
): ANSWER | undefined {
  const tool = findTool(registry, name);
  if (tool === null || !registry.isBuiltIn(tool) || !output.ok || !("data" in output)) return undefined;
  try {
    // The runner wrote it with this tool's own type.
    return read(tool, output.data as Data, output.text);
  } catch {
    return undefined;
  }
}

/** Throws `invalid_request` with `fields` for an input that the tool would refuse. */
export function checkToolInput(registry: ToolRegistry, name: string, input: unknown): void {
  const tool = findTool(registry, name);
  if (tool === null) throw new AppError("not_found", "This tool is not there any more.");
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [["input", ...path].map(String).join("."), message]),
  );
  throw new AppError("invalid_request", describeInputError(parsed.error, input), { fields });
}

function findTool(registry: ToolRegistry, name: string): RunnableTool | null {
  return registry.list().find((tool) => tool.name === name || toModelName(tool) === name) ?? null;
}

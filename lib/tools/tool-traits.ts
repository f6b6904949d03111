import { AppError } from "@/lib/errors";
import type { CallRequest } from "@/lib/protocol/approvals";
import type { AnyToolResult, Citation, FoundText } from "@/lib/protocol/tool-results";
import { describeInputError } from "./describe-input-error";
import { toModelName, type ToolRegistry } from "./registry";
import type { RunnableTool, ToolApproval, ToolDefinition, ToolEffect, ToolOrigin } from "./tool";

/** How a tool may be treated. Of one that is gone the worst is assumed. */
export type ToolTraits = {
  isKnown: boolean;
  /** The message type does not know it: it was registered while the server runs, or is gone. */
  isDynamic: boolean;
  origin: ToolOrigin;
  approval: ToolApproval;
  /** When the person does not answer in time it is called all the same. */
  isOptional: boolean;
  effect: ToolEffect;
  /** A call made again with the same id does nothing twice. */
  isRepeatable: boolean;
};

export function describeTool(registry: ToolRegistry, name: string): ToolTraits {
  const tool = findTool(registry, name);
  if (tool === null)
    return {
      isKnown: false,
      isDynamic: true,
      origin: "stranger",
      approval: "when-untrusted",
      isOptional: false,
      effect: "sends",
      isRepeatable: false,
    };
  const { origin, approval, isOptional = false, effect, isRepeatable = effect === "none" } = tool;
  const isDynamic = !registry.isBuiltIn(tool);
  return { isKnown: true, isDynamic, origin, approval, isOptional, effect, isRepeatable };
}

/** What a call asks for; `null` for an input that the tool will refuse. */
export function readRequest(registry: ToolRegistry, name: string, input: unknown): CallRequest | null {
  const tool = findTool(registry, name);
  if (tool !== null && !registry.isBuiltIn(tool)) return { reason: "effect", words: toWords(input) };
  if (tool?.request === undefined) return { reason: "effect" };
  const parsed = tool.input.safeParse(input);
  return parsed.success ? tool.request.read(parsed.data) : null;
}

/** Whatever words stand in it, without the names of fields. */
function toWords(input: unknown): string {
  if (typeof input !== "object" || input === null) return String(input ?? "");
  return Object.values(input).map(toWords).join("\n");
}

/** The sources that a call of one of our tools added. */
export function listCitations(registry: ToolRegistry, name: string, output: AnyToolResult): Citation[] {
  const tool = findTool(registry, name);
  if (tool === null || !registry.isBuiltIn(tool) || !output.ok || !("data" in output)) return [];
  // The runner wrote it with this tool's own type.
  const data = output.data as Parameters<NonNullable<ToolDefinition["citations"]>>[0];
  return readStored(() => tool.citations?.(data) ?? []);
}

/** What strangers wrote in what a call of one of our tools gave. */
export function listFoundTexts(registry: ToolRegistry, name: string, output: AnyToolResult): FoundText[] {
  const tool = findTool(registry, name);
  if (tool === null || !registry.isBuiltIn(tool) || !output.ok || !("data" in output)) return [];
  const data = output.data as Parameters<NonNullable<ToolDefinition["texts"]>>[0];
  return readStored(() => tool.texts?.(data, output.text) ?? []);
}

/** An earlier version of the tool may have kept its data in another form: nothing is known of it then. */
function readStored<ITEM>(read: () => ITEM[]): ITEM[] {
  try {
    return read();
  } catch {
    return [];
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

import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";

/**
 * The conversation as a model without tool calls can read it: one system message with the tools first, its
 * own calls as the JSON that it would have written, results as observations.
 */
export function toTextPrompt(
  prompt: LanguageModelV4Prompt,
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4Prompt {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const first = [...(tools.length > 0 ? [toInstructions(tools)] : []), ...system].join("\n\n");
  const rest = prompt.filter((message) => message.role !== "system").flatMap(toTextMessage);
  return first === "" ? rest : [{ role: "system", content: first }, ...rest];
}

/** What is said after an output that could not be read. */
export function toHint(output: string): LanguageModelV4Message[] {
  const hint =
    "That could not be read. Write either the answer as plain text, or exactly one fenced JSON block of the form described at the beginning, and nothing else.";
  return [
    { role: "assistant", content: [{ type: "text", text: output.trim() === "" ? "…" : output }] },
    { role: "user", content: [{ type: "text", text: hint }] },
  ];
}

function toInstructions(tools: readonly LanguageModelV4FunctionTool[]): string {
  const list = tools.map(
    ({ name, description = "", inputSchema }) =>
      `- ${name}: ${description}\n  parameters: ${JSON.stringify(inputSchema)}`,
  );
  return `You can use these tools:
${list.join("\n")}

To use tools, reply with one fenced JSON block and nothing else:
\`\`\`json
{"thinking": "why", "action": "tool", "tool_calls": [{"tool": "name", "parameters": {}, "reasoning": "what for"}]}
\`\`\`
You then get their results as observations. When you know enough, reply with
\`\`\`json
{"thinking": "why", "action": "respond", "response": "the answer, in Markdown"}
\`\`\`
Independent tools go into one list. Never write an observation yourself.`;
}

function toTextMessage(message: LanguageModelV4Message): LanguageModelV4Message[] {
  if (message.role === "tool") {
    const results = message.content.filter((part) => part.type === "tool-result");
    return results.length === 0
      ? []
      : [{ role: "user", content: [{ type: "text", text: results.map(toObservation).join("\n\n") }] }];
  }
  if (message.role !== "assistant") return [message];
  const kept = message.content.filter((part) => part.type === "text" || part.type === "file");
  const calls = message.content.filter((part) => part.type === "tool-call");
  const action = {
    action: "tool",
    tool_calls: calls.map(({ toolName, input }) => ({ tool: toolName, parameters: input })),
  };
  const content =
    calls.length === 0
      ? kept
      : [...kept, { type: "text" as const, text: `\`\`\`json\n${JSON.stringify(action)}\n\`\`\`` }];
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

/** Several results are numbered, so that two calls of one tool can be told apart. */
function toObservation(
  { toolName, output }: LanguageModelV4ToolResultPart,
  index: number,
  all: unknown[],
): string {
  const label = all.length > 1 ? `${toolName}, call ${index + 1}` : toolName;
  return `Observation (${label}): ${toOutputText(output)}`;
}

function toOutputText(output: LanguageModelV4ToolResultPart["output"]): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "execution-denied":
      return output.reason ?? "The person did not allow it.";
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  }
}

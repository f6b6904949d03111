import { describe, expect, it } from "vitest";
import { isWhole, toEdited, toTried } from "@/components/runs/edited-messages";
import type { TriedMessage } from "@/lib/features/traces/shape/playground";

const call = { toolCallId: "1", toolName: "calculate" };
const messages: TriedMessage[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "How much?" }] },
  {
    role: "assistant",
    content: [
      { type: "text", text: "Let me see." },
      {
        type: "tool-call",
        ...call,
        input: { expression: "6*7" },
        providerOptions: { google: { seal: "x" } },
      },
    ],
  },
  {
    role: "tool",
    content: [
      { type: "tool-result", ...call, output: { type: "text", value: "42" } },
      { type: "tool-result", ...call, output: { type: "json", value: [42] } },
    ],
  },
];

describe("messages that are edited as texts", () => {
  it("are sent as they were where nothing was typed", () => {
    expect(messages.map((message, index) => toTried(toEdited(message, String(index))))).toEqual(messages);
  });

  it("are sent with what was typed into each of their parts", () => {
    const edited = messages.map((message, index) => toEdited(message, String(index)));
    const changed = edited.map(({ parts, ...message }) => ({
      ...message,
      parts: parts.map((part) => ({ ...part, text: part.isJson ? '{"a":1}' : "other" })),
    }));
    expect(changed.map(toTried)).toEqual([
      { role: "system", content: "other" },
      { role: "user", content: [{ type: "text", text: "other" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "other" },
          { type: "tool-call", ...call, input: { a: 1 }, providerOptions: { google: { seal: "x" } } },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", ...call, output: { type: "text", value: "other" } },
          { type: "tool-result", ...call, output: { type: "json", value: { a: 1 } } },
        ],
      },
    ]);
  });

  it("say which part is not the JSON that it has to be", () => {
    expect(isWhole({ tool: "calculate", isJson: true, text: "{" })).toBe(false);
    expect(isWhole({ tool: "calculate", isJson: true, text: "{}" })).toBe(true);
    expect(isWhole({ tool: null, isJson: false, text: "{" })).toBe(true);
  });
});

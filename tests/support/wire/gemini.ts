import type { Answer, ReplyPart, Wire } from "./reply";

/** Gemini generateContent and streamGenerateContent. After “Gemini API reference: Generating content” of Google, November 2026. */
export const wire: Wire = {
  frames(answer, model) {
    const pieces = answer.parts.flatMap(toPieces);
    const bodies = pieces.map((piece) => toBody([piece], model, {}));
    const last = toBody([{ text: "" }], model, toEnd(answer));
    return [...bodies, last].map((body) => `data: ${JSON.stringify(body)}\n\n`);
  },
  whole: (answer, model) => toBody(answer.parts.flatMap(toPieces), model, toEnd(answer)),
  error: ({ status, message, code }) => ({
    error: {
      code: status,
      message,
      status: code ?? names[status] ?? "UNKNOWN",
      details: code ? [{ reason: code }] : [],
    },
  }),
  roles: ({ contents }) => (Array.isArray(contents) ? contents.map(toRole) : []),
};

const names: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

function toRole({ role, parts }: { role?: string; parts?: object[] }): "user" | "assistant" | "tool" {
  if (parts?.some((part) => "functionResponse" in part)) return "tool";
  return role === "model" ? "assistant" : "user";
}

function toPieces(part: ReplyPart, index: number): object[] {
  switch (part.type) {
    case "text":
      return part.chunks.map((text) => ({ text }));
    case "reasoning":
      return part.chunks.map((text, piece) => ({
        text,
        thought: true,
        ...(piece === part.chunks.length - 1 && { thoughtSignature: "c2lnbmVk" }),
      }));
    case "tool":
      return [
        {
          functionCall: {
            id: part.id ?? `call_${index}`,
            name: part.name,
            args: part.rawInput ?? part.input ?? {},
          },
          thoughtSignature: "c2lnbmVk",
        },
      ];
    case "image":
      return [{ inlineData: { mimeType: part.mediaType, data: part.base64 } }];
    case "embedding":
      return [];
  }
}

function toEnd({ finish, usage }: Answer): object {
  const { input, output, cached = 0, reasoning = 0 } = usage ?? { input: 10, output: 5 };
  const finishReason = finish === "length" ? "MAX_TOKENS" : finish === "filter" ? "SAFETY" : "STOP";
  const usageMetadata = {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + output,
  };
  return { finishReason, ...(usage === null ? {} : { usageMetadata }) };
}

function toBody(
  parts: object[],
  model: string,
  { finishReason, ...rest }: { finishReason?: string; usageMetadata?: object },
): object {
  const candidate = { content: { role: "model", parts }, index: 0, ...(finishReason && { finishReason }) };
  return { candidates: [candidate], ...rest, modelVersion: model, responseId: "resp-1" };
}

import type { ChatChunk, ChatMessage, ChatPart } from "@/lib/protocol/chat-message";

/** The events that make a stored reply again. */
export function toReplayChunks(message: ChatMessage): ChatChunk[] {
  return [
    { type: "start", messageId: message.id },
    ...message.parts.flatMap((part, index) => toPartChunks(part, String(index + 1))),
    message.metadata === undefined
      ? { type: "finish" }
      : { type: "finish", messageMetadata: message.metadata },
  ];
}

function toPartChunks(part: ChatPart, id: string): ChatChunk[] {
  if (part.type === "step-start") return [{ type: "start-step" }];
  if (part.type === "text")
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: part.text },
      { type: "text-end", id },
    ];
  if (part.type === "reasoning") return toReasoningChunks(part, id);
  if (part.type === "source-url") return [{ ...part }];
  if (part.type === "file") return [{ type: "file", url: part.url, mediaType: part.mediaType }];
  if (part.type === "steering-message") return [{ type: "steering-message", id: part.id, parts: part.parts }];
  if (part.type === "data-notice") return [{ type: "data-notice", data: part.data }];
  if (part.type === "data-approval" || part.type === "data-claims") return [{ ...part }];
  return "toolCallId" in part ? toToolChunks(part) : [];
}

function toReasoningChunks(
  { text, providerMetadata, ...kept }: Extract<ChatPart, { type: "reasoning" }>,
  newId: string,
): ChatChunk[] {
  const id = "id" in kept && typeof kept.id === "string" ? kept.id : newId;
  const end: ChatChunk =
    providerMetadata === undefined
      ? { type: "reasoning-end", id }
      : { type: "reasoning-end", id, providerMetadata };
  return [{ type: "reasoning-start", id }, { type: "reasoning-delta", id, delta: text }, end];
}

function toToolChunks(part: Extract<ChatPart, { toolCallId: string }>): ChatChunk[] {
  const isDynamic = part.type === "dynamic-tool";
  const toolName = isDynamic ? part.toolName : part.type.slice("tool-".length);
  const dynamic = isDynamic ? { dynamic: true } : {};
  const metadata =
    part.callProviderMetadata === undefined ? {} : { providerMetadata: part.callProviderMetadata };
  const call: ChatChunk = {
    type: "tool-input-available",
    toolCallId: part.toolCallId,
    toolName,
    input: part.input,
    ...dynamic,
    ...metadata,
  };
  const asked = toApprovalChunks(part);
  if (part.state === "output-denied")
    return [call, ...asked, { type: "tool-output-denied", toolCallId: part.toolCallId }];
  if (part.state === "output-available")
    return [
      call,
      ...asked,
      { type: "tool-output-available", toolCallId: part.toolCallId, output: part.output, ...dynamic },
    ];
  if (part.state === "output-error")
    return [
      call,
      ...asked,
      { type: "tool-output-error", toolCallId: part.toolCallId, errorText: part.errorText, ...dynamic },
    ];
  return [call, ...asked];
}

function toApprovalChunks({ toolCallId, approval }: Extract<ChatPart, { toolCallId: string }>): ChatChunk[] {
  if (approval === undefined) return [];
  const { id: approvalId, signature, approved, reason } = approval;
  const request: ChatChunk = {
    type: "tool-approval-request",
    approvalId,
    toolCallId,
    ...(signature === undefined ? {} : { signature }),
  };
  return approved === undefined
    ? [request]
    : [
        request,
        { type: "tool-approval-response", approvalId, approved, ...(reason === undefined ? {} : { reason }) },
      ];
}

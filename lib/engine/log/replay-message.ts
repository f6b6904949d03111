import { isToolUIPart } from "ai";
import { isDataPart, toKept } from "@/lib/protocol/parts";
import type { LogCursor } from "@/lib/engine/records/run-logs";
import type { ChatChunk, ChatMessage, ChatPart, MessageMetadata } from "@/lib/protocol/chat-message";

/** The events that make a stored reply again. */
export function toReplayChunks(message: ChatMessage): ChatChunk[] {
  return [...toShownChunks(message), ...toEndChunks(message.metadata)];
}

function toShownChunks({ id, parts }: ChatMessage): ChatChunk[] {
  return [
    { type: "start", messageId: id },
    ...parts.flatMap((part, index) => toPartChunks(part, String(index + 1))),
  ];
}

/**
 * How a reply ends. One that failed says so in the protocol's own way too: its readers stop there, so what
 * else is known of the end comes before.
 */
export function toEndChunks(metadata: MessageMetadata | undefined): ChatChunk[] {
  if (metadata === undefined) return [{ type: "finish" }];
  const finish: ChatChunk = { type: "finish", messageMetadata: metadata };
  const { outcome, error = "The reply could not be finished." } = metadata;
  if (outcome !== "failed" && outcome !== "interrupted") return [finish];
  return [
    { type: "message-metadata", messageMetadata: metadata },
    { type: "error", errorText: error },
    finish,
  ];
}

/** The position of a log behind which a reply that goes on says something new. */
export const baseCursor: LogCursor = { epoch: 0, seq: 0 };

/** The events of the reply as it was, whose last step is over. */
export function toBaseChunks(base: ChatMessage): ChatChunk[] {
  return [...toShownChunks(base), { type: "finish-step" }];
}

function toPartChunks(part: ChatPart, id: string): ChatChunk[] {
  if (isToolUIPart(part)) return toToolChunks(part);
  if (isDataPart(part)) return toKept(part) === "no" ? [] : [{ ...part }];
  switch (part.type) {
    case "step-start":
      return [{ type: "start-step" }];
    case "text":
      return [
        { type: "text-start", id },
        { type: "text-delta", id, delta: part.text },
        { type: "text-end", id },
      ];
    case "reasoning":
      return toReasoningChunks(part, id);
    case "file":
      return [{ type: "file", url: part.url, mediaType: part.mediaType }];
    case "steering-message":
      return [{ type: "steering-message", id: part.id, parts: part.parts }];
    case "source-url":
      return [{ ...part }];
    case "source-document":
    case "reasoning-file":
    case "custom":
      return [];
    default:
      return part satisfies never;
  }
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

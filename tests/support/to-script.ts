import type { TraceReply } from "@/lib/features/traces/shape/traces";
import { listOf } from "./read-trace";
import type { ProviderRequest, Reply, ReplyPart } from "./wire/reply";

/** A recorded run as a scripted case: what its model answered, call after call, for the local provider. */
export function toScript(trace: Pick<TraceReply, "entries">): (request: ProviderRequest) => Reply {
  const replies = listOf(trace, "call").map(({ answer }): Reply => ({ parts: answer.flatMap(toPart) }));
  let next = 0;
  return () => replies[next++] ?? { parts: [] };
}

function toPart(part: { type: string; [field: string]: unknown }): ReplyPart[] {
  switch (part.type) {
    case "text-delta":
      return [{ type: "text", chunks: [String(part["delta"])] }];
    case "reasoning-delta":
      return [{ type: "reasoning", chunks: [String(part["delta"])] }];
    case "tool-call":
      return [
        { type: "tool", name: String(part["toolName"]), input: JSON.parse(String(part["input"])) as unknown },
      ];
    default:
      return [];
  }
}

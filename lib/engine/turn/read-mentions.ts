import type { Feature } from "@/lib/engine/feature";
import { AppError } from "@/lib/errors";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { Mention, MentionKind } from "@/lib/protocol/mentions";

/**
 * What a question points at, with its names. Throws `mention_gone` for what is not there for this person:
 * deleted or somebody else's.
 */
export async function readMentions(
  features: readonly Feature[],
  userId: string,
  request: ChatRequest,
): Promise<Mention[]> {
  const sent = request.trigger === "submit-message" ? (request.message.metadata?.mentions ?? []) : [];
  return Promise.all(
    sent.map(async ({ kind, id }, at) => {
      const find = features.flatMap(({ mentions }) => mentions?.[kind] ?? []).at(0);
      const name = (await find?.(userId, id)) ?? null;
      if (name === null) throw refuseGone(kind, at);
      return { kind, id, name };
    }),
  );
}

/** Who answers this question alone; `null` where that is whoever answers the conversation. */
export function findMentionedAgent(mentions: readonly Mention[], { options }: ChatRequest): string | null {
  return mentions.find(({ kind }) => kind === "agent")?.id ?? options.answeredBy ?? null;
}

function refuseGone(kind: MentionKind, at: number): AppError {
  const named = `${kind === "agent" ? "an" : "a"} ${kind}`;
  return new AppError(
    "mention_gone",
    `The question mentions ${named} that is not there any more. Take it out and send the question again.`,
    { fields: { [`message.metadata.mentions.${at}.id`]: `name ${named} that there is` } },
  );
}

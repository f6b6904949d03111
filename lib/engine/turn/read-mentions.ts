import { AppError } from "@/lib/errors";
import { toScopeName } from "@/lib/documents/scope";
import { builtInAgentId, builtInAgentName } from "@/lib/protocol/built-in-agent";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { Mention, MentionKind, SentMention } from "@/lib/protocol/mentions";
import type { RunDeps } from "@/lib/engine/ports";

type MentionDeps = Pick<RunDeps, "agents" | "conversations" | "library">;

/**
 * What a question points at, with its names. Throws `mention_gone` for what is not there for this person:
 * deleted or somebody else's.
 */
export async function readMentions(
  deps: MentionDeps,
  userId: string,
  request: ChatRequest,
): Promise<Mention[]> {
  const sent = request.trigger === "submit-message" ? (request.message.metadata?.mentions ?? []) : [];
  return Promise.all(
    sent.map(async ({ kind, id }, at) => {
      const name = await findName(deps, userId, { kind, id });
      if (name === null) throw refuseGone(kind, at);
      return { kind, id, name };
    }),
  );
}

/** Who answers this question alone; `null` where that is whoever answers the conversation. */
export function findMentionedAgent(mentions: readonly Mention[], { options }: ChatRequest): string | null {
  return mentions.find(({ kind }) => kind === "agent")?.id ?? options.answeredBy ?? null;
}

async function findName(
  deps: MentionDeps,
  userId: string,
  { kind, id }: SentMention,
): Promise<string | null> {
  switch (kind) {
    case "agent": {
      if (id === builtInAgentId) return builtInAgentName;
      const agent = (await deps.agents.list()).find((one) => one.id === id);
      return agent?.isEnabled === true ? agent.name : null;
    }
    case "collection": {
      const scopes = await deps.library.listScopes(userId, { conversationId: null, collections: [id] });
      // The handbook is always searched; who mentions it wants nothing else to be.
      const found = scopes.find(({ scope }) => scope.kind === "collection" || scope.id === id);
      return found === undefined ? null : toScopeName(found.scope);
    }
    case "conversation": {
      const conversation = await deps.conversations.find(userId, id);
      // One that belongs to a plan's step is nobody's to see, and a temporary one leaves nothing behind.
      const isThere = conversation?.conversationId === null && !conversation.temporary;
      return isThere ? conversation.title : null;
    }
  }
}

function refuseGone(kind: MentionKind, at: number): AppError {
  const named = `${kind === "agent" ? "an" : "a"} ${kind}`;
  return new AppError(
    "mention_gone",
    `The question mentions ${named} that is not there any more. Take it out and send the question again.`,
    { fields: { [`message.metadata.mentions.${at}.id`]: `name ${named} that there is` } },
  );
}

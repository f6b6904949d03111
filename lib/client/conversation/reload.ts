import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ReloadOutcome } from "./follow";
import type { ConversationContext } from "./state";

/** Takes the conversation as the server has it. */
export async function reload(
  { api, buffer, tree, getState, setState }: ConversationContext,
  signal: AbortSignal,
): Promise<ReloadOutcome> {
  const answer = await api.getConversation({ cursor: null }, signal);
  if (answer.ok) {
    tree.addOthers(answer.value.others);
    const { messages, olderCursor } = mergeNewestPage(buffer.get(), getState().olderCursor, answer.value);
    buffer.set(messages);
    setState({ olderCursor });
    return answer.value.activeRunId === null ? "idle" : "running";
  }
  if (answer.status !== 404) return "unreachable";
  // A conversation that the server does not know is one whose first message never arrived.
  buffer.set([]);
  return "idle";
}

/** The newest page is the server's; older messages stay, and what was seen of a reply that still runs. */
function mergeNewestPage(shown: ChatMessage[], olderCursor: string | null, page: ConversationReply) {
  const last = shown.at(-1);
  const isUnsaved =
    page.activeRunId !== null &&
    last?.role === "assistant" &&
    !page.messages.some(({ id }) => id === last.id);
  const messages = isUnsaved ? [...page.messages, last] : page.messages;
  const start = shown.findIndex((message) => message.id === page.messages[0]?.id);
  if (start <= 0) return { messages, olderCursor: page.cursor };
  return { messages: [...shown.slice(0, start), ...messages], olderCursor };
}

import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ReloadOutcome } from "./follow";
import { isBusy, type ConversationContext } from "./state";

/** Takes the conversation as the server has it. */
export async function reload(context: ConversationContext, signal: AbortSignal): Promise<ReloadOutcome> {
  const answer = await context.api.getConversation({ cursor: null }, signal);
  if (answer.ok) {
    takeNewest(context, answer.value);
    return answer.value.activeRunId === null ? "idle" : "running";
  }
  if (answer.status !== 404) return "unreachable";
  // A conversation that the server does not know is one whose first message never arrived.
  context.buffer.set([]);
  return "idle";
}

/**
 * Takes what was asked in another tab; whether a reply runs there. What is shown stays while nothing is new,
 * and while something is asked here.
 */
export async function catchUp(context: ConversationContext): Promise<boolean> {
  const { api, buffer, getState } = context;
  const signal = context.signal();
  const shown = buffer.get().at(-1)?.id;
  const isQuiet = () => !signal.aborted && !isBusy(getState()) && buffer.get().at(-1)?.id === shown;
  if (shown === undefined || !isQuiet()) return false;
  const newest = await api.getConversation({ cursor: null }, signal);
  if (!newest.ok || !isQuiet()) return false;
  const { activeRunId, messages } = newest.value;
  if (activeRunId !== null || messages.at(-1)?.id !== shown) takeNewest(context, newest.value);
  return activeRunId !== null;
}

/** Shows the newest messages as the server has them. */
export function takeNewest(
  { buffer, tree, getState, setState }: ConversationContext,
  page: ConversationReply,
): void {
  tree.addOthers(page.others);
  const { messages, olderCursor } = mergeNewestPage(buffer.get(), getState().olderCursor, page);
  buffer.set(messages);
  setState({ olderCursor });
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

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { untilIdle, untilTouched, waitForConnection, whenSeen } from "@/lib/client/wait";
import { createConversationApi, type ConversationApi } from "./api";
import { createAfterAnswerVerbs } from "./after-answer";
import { createAsking, createRestart, type Asking } from "./asking";
import { createMessageBuffer } from "./messages";
import { createMessageTree, type MessageTree } from "./message-tree";
import { createQueue, holdMessage, type Queue } from "./queue";
import {
  isBusy,
  plainProblem,
  type ConversationContext,
  type ConversationOptions,
  type ConversationState,
  type ConversationVerbs,
  type Draft,
  type ReplyReader,
} from "./state";
import { toMessage } from "./to-message";

export type ConversationStore = StoreApi<ConversationState>;

/** Between two attempts to fetch the code that reads a reply. */
const retryMs = 2_000;

/** One conversation as the browser holds it, and everything that can be done with it. */
export function createConversationStore(options: ConversationOptions): ConversationStore {
  const api = createConversationApi(options.conversationId, options.origin);
  const store: ConversationStore = createStore(() => {
    const tree = openTree(options);
    const buffer = createMessageBuffer(options.messages, (messages) =>
      store.setState({ messages, ...keepLine(tree, store.getState().messages, messages) }),
    );
    let life = new AbortController();
    const access: Pick<ConversationContext, "getState" | "setState"> = {
      getState: () => store.getState(),
      setState: (change) => store.setState(change),
    };
    const asking = createAsking();
    const queue = createQueue({ options, api, asked: asking.signal, ...access });
    const restart = createRestart(access.getState);
    const context: ConversationContext = {
      ...{ options, buffer, tree, api, signal: () => life.signal, asked: asking.signal, ...access },
      onAccepted() {
        queue.dropSent();
        options.onAccepted();
        if (asking.end()) void stop(context);
      },
      onReturned: queue.takeReturned,
      onSettled() {
        asking.end();
        queue.settle();
        restart.settle();
      },
    };
    const reader = createLazyReader(context);
    return {
      messages: options.messages,
      phase: options.isRunning ? "replying" : "idle",
      ...{ since: null, progress: null, problem: null, queued: [], editing: null },
      ...{ olderCursor: options.olderCursor, isLoadingOlder: false, versions: tree.listVersions() },
      ...queue.verbs,
      open() {
        life = new AbortController();
        const closeQueue = queue.open(store.subscribe);
        void reader.join();
        whenSeen(() => void reader.catchUp(), life.signal);
        return () => {
          life.abort();
          reader.leave();
          closeQueue();
        };
      },
      ...createAskVerbs(context, asking, reader, queue),
      ...createVersionVerbs(context),
      ...createEndVerbs(context, asking, reader),
      ...{ restart: restart.ask, ...createWordVerbs(api) },
      loadOlder: (limit) => loadOlder(context, limit),
      ...createAfterAnswerVerbs(context),
      dismissProblem: () => access.setState({ problem: null }),
    };
  });
  return store;
}

/** What the person says to a reply that waits for them. */
const createWordVerbs = ({ answerApproval: approve, answerQuestion, changePlan }: ConversationApi) => ({
  ...{ approve, answerQuestion, changePlan },
});

type AskVerbs = Pick<ConversationVerbs, "send" | "regenerate" | "edit" | "continueReply">;

function createAskVerbs(
  context: ConversationContext,
  { begin }: Asking,
  reader: LazyReader,
  { keep }: Queue,
): AskVerbs {
  return {
    send: begin((draft: Draft) => {
      keep(draft);
      const sent = sendWhenLoaded(context, reader, draft);
      void holdMessage(draft.id, () => sent);
      return sent;
    }),
    regenerate: begin((messageId?: string, chosen?: ChatOptions) =>
      reader.act(({ regenerate }) => regenerate(messageId, chosen)),
    ),
    edit: begin((messageId: string, draft: Draft) => reader.act(({ edit }) => edit(messageId, draft))),
    continueReply: begin(() => reader.act(({ continueReply }) => continueReply())),
  };
}

function createEndVerbs(
  context: ConversationContext,
  asking: Asking,
  reader: LazyReader,
): Pick<ConversationVerbs, "stop" | "takeBackQuestion"> {
  const takeBackQuestion = () => {
    asking.takeBack();
    reader.leave();
  };
  return {
    takeBackQuestion,
    async stop() {
      if (context.getState().phase === "unsent") return takeBackQuestion();
      asking.noteStop();
      await stop(context);
    },
  };
}

type VersionVerbs = Pick<ConversationVerbs, "beginEditing" | "endEditing" | "showVersion">;

function createVersionVerbs(context: ConversationContext): VersionVerbs {
  const { buffer, setState } = context;
  return {
    beginEditing(messageId) {
      const message = buffer.get().find(({ id }) => id === messageId);
      if (message) setState({ editing: { messageId, text: toMessageText(message) } });
    },
    endEditing: () => setState({ editing: null }),
    showVersion: (messageId) => showVersion(context, messageId),
  };
}

function openTree({ messages, others = [] }: ConversationOptions): MessageTree {
  const tree = createMessageTree();
  tree.addBranch(messages);
  tree.addOthers(others);
  return tree;
}

const isSameLine = (one: readonly ChatMessage[], other: readonly ChatMessage[]): boolean =>
  one.length === other.length && one[0]?.id === other[0]?.id && one.at(-1)?.id === other.at(-1)?.id;

/** Keeps the last words of what was shown when something else replaces it. */
function keepLine(tree: MessageTree, shown: readonly ChatMessage[], next: readonly ChatMessage[]) {
  if (isSameLine(shown, next)) return {};
  tree.addBranch(shown);
  tree.addBranch(next);
  return { versions: tree.listVersions() };
}

/** Switches at once, from what is loaded, and tells the server, so that the conversation opens with it. */
function showVersion({ tree, buffer, api, getState }: ConversationContext, messageId: string): boolean {
  if (isBusy(getState())) return false;
  tree.addBranch(buffer.get());
  const branch = tree.listBranch(messageId);
  const leaf = branch.at(-1);
  if (leaf === undefined) return false;
  buffer.set(branch);
  void api.showBranch(leaf.id);
  return true;
}

type LazyReader = {
  find: () => ReplyReader | null;
  /** Rejects when the code cannot be fetched; the next call tries again. */
  load: () => Promise<ReplyReader>;
  act: (action: (reader: ReplyReader) => Promise<void>) => Promise<void>;
  join: () => Promise<void>;
  /** Looks for what was asked elsewhere. */
  catchUp: () => Promise<void>;
  leave: () => void;
};

/** The reader's code is fetched when somebody is there, or at once when needed: one can write without it. */
function createLazyReader(context: ConversationContext): LazyReader {
  let reader: ReplyReader | null = null;
  const load = async () => {
    if (reader !== null) return reader;
    const { createReplyReader } = await import("./reply");
    return (reader ??= createReplyReader(context));
  };
  return {
    find: () => reader,
    load,
    async act(action) {
      const loaded = await load().catch(() => null);
      if (loaded === null) context.setState({ problem: { ...plainProblem, kind: "not_loaded" } });
      else await action(loaded);
    },
    async join() {
      const signal = context.signal();
      const isNeeded = context.getState().phase !== "idle";
      const showAway = () => context.setState({ phase: "reconnecting" });
      const loaded = isNeeded ? await loadForReply(signal, load, showAway) : await loadAhead(signal, load);
      if (isNeeded && loaded !== null && !signal.aborted) await loaded.join();
    },
    async catchUp() {
      const loaded = await load().catch(() => null);
      if (await loaded?.catchUp()) await loaded?.join();
    },
    leave: () => reader?.leave(),
  };
}

async function loadAhead(signal: AbortSignal, load: LazyReader["load"]): Promise<ReplyReader | null> {
  await untilTouched(signal);
  await untilIdle(signal);
  return signal.aborted ? null : load().catch(() => null);
}

/** Code that cannot be fetched is tried for until the signal fires. */
async function loadForReply(
  signal: AbortSignal,
  load: LazyReader["load"],
  onFailure: () => void,
): Promise<ReplyReader | null> {
  while (!signal.aborted) {
    try {
      return await load();
    } catch {
      onFailure();
      await waitForConnection(retryMs, signal);
    }
  }
  return null;
}

async function sendWhenLoaded(
  { buffer, signal: getSignal, asked, setState, onReturned, onSettled }: ConversationContext,
  { load }: LazyReader,
  draft: Draft,
): Promise<void> {
  const before = buffer.get();
  const reader = await loadForReply(AbortSignal.any([getSignal(), asked()]), load, () => {
    buffer.set([...before, toMessage(draft, before.at(-1)?.id ?? null)]);
    setState({ phase: "unsent", problem: null });
  });
  if (reader !== null) return reader.send(draft);
  if (getSignal().aborted) return;
  buffer.set(before);
  setState({ phase: "idle" });
  onReturned(draft);
  onSettled();
}

async function stop({ api, signal: getSignal, setState }: ConversationContext): Promise<void> {
  const signal = getSignal();
  const answer = await api.stopReply(signal);
  if (answer.ok || signal.aborted) return;
  const { code = null, detail = null } = answer.problem ?? {};
  setState({ problem: { ...plainProblem, kind: "not_stopped", code, detail } });
}

async function loadOlder(
  { api, buffer, tree, signal: getSignal, getState, setState }: ConversationContext,
  limit: number | undefined,
): Promise<void> {
  const { olderCursor, isLoadingOlder } = getState();
  if (olderCursor === null || isLoadingOlder) return;
  const signal = getSignal();
  setState({ isLoadingOlder: true });
  const answer = await api.getConversation({ cursor: olderCursor, limit }, signal);
  if (signal.aborted) return;
  if (!answer.ok) {
    const problem = { ...plainProblem, kind: "not_loaded" as const, code: answer.problem?.code ?? null };
    return setState({ isLoadingOlder: false, problem });
  }
  tree.addOthers(answer.value.others);
  buffer.set([...answer.value.messages, ...buffer.get()]);
  setState({ isLoadingOlder: false, olderCursor: answer.value.cursor });
}

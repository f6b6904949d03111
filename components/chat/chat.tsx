"use client";

import { useEffect, useMemo, useRef, type ComponentType } from "react";
import { useStore } from "zustand";
import { EvidenceFrame } from "@/components/evidence/evidence-frame";
import { prefetchMarkdown } from "@/components/markdown/markdown";
import { isBusy } from "@/lib/client/conversation/state";
import { ChatComposer } from "./composer/chat-composer";
import { HomeFrame } from "./home";
import type { MessageActions } from "./message/message-actions";
import type { MessageListProps } from "./message-list";
import type { ComposerHandle } from "./composer/use-composer";
import { useConversation, type ChatProps } from "./use-conversation";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import { useShallow } from "zustand/react/shallow";
import type { ConversationStore } from "@/lib/client/conversation/store";

/** `List` draws the messages: of the empty page it is loaded with the first question. */
type Props = ChatProps & { List: ComponentType<MessageListProps> };

/** A conversation: its messages and the box to write in. Fills the height that its parent gives it. */
export function Chat(props: Props) {
  return <Conversation key={props.conversationId} {...props} />;
}

function Conversation({ List, ...props }: Props) {
  const { conversationId, settings, quota, onTemporary } = props;
  const composer = useRef<ComposerHandle>(null);
  const { store, temporary, agent } = useConversation(props, composer);
  const messages = useStore(store, (state) => state.messages);
  const keptIn = props.stepOf ?? conversationId;
  const isReplying = useStore(store, isBusy);
  const isEmpty = useStore(store, (state) => state.messages.length === 0 && !isBusy(state) && !state.problem);
  const actions = useMemo<MessageActions>(
    () => ({
      ...store.getState(),
      sendAgain: () => composer.current?.submit(),
      askFollowUp(question) {
        // A model wrote it, after whatever it had read: it counts as words that were pasted.
        composer.current?.ask(question, [question]);
        focusAtDesk(composer.current);
      },
      endEditing() {
        store.getState().endEditing();
        focusAtDesk(composer.current);
      },
    }),
    [store],
  );
  const isHome = isEmpty && onTemporary !== undefined;
  useStopKey(isReplying, actions.stop);
  usePrefetchedMarkdown();
  const onAsk = props.stepOf === undefined ? actions.askFollowUp : null;
  useNamedMessage(store);

  return (
    <EvidenceFrame {...{ conversationId, keptIn, messages, onAsk }} isBusy={isReplying}>
      <HomeFrame
        {...{ isHome, settings, agent, composer, onTemporary }}
        isTemporary={temporary.isTemporary}
        onFocus={() => focusAtDesk(composer.current)}
        foot={
          props.stepOf === undefined ? (
            <ChatComposer
              ref={composer}
              {...{ conversationId, store, settings, quota, agent, onTemporary }}
              isTemporary={temporary.isTemporary}
              onKeep={isEmpty ? null : temporary.keep}
            />
          ) : (
            <StepNote conversationId={props.stepOf} />
          )
        }
      >
        {!isHome && (
          <List {...{ conversationId, store, settings, actions }} isReadOnly={props.stepOf !== undefined} />
        )}
      </HomeFrame>
    </EvidenceFrame>
  );
}

/** In the place of the composer: what the page is, and the way back. */
function StepNote({ conversationId }: { conversationId: string }) {
  const t = useTranslations("plans.page");
  return (
    <p
      role="note"
      className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-x-2 border-t border-hairline px-4 py-4 text-sm text-quiet"
    >
      {t("note")}
      <Link
        href={`/c/${conversationId}`}
        className="rounded-sm text-accent underline underline-offset-3 pointer-coarse:py-3"
      >
        {t("back")}
      </Link>
    </p>
  );
}

/** On a phone the keyboard would cover half of the chat. */
function focusAtDesk(composer: ComposerHandle | null): void {
  if (matchMedia("(pointer: fine)").matches) composer?.focus();
}

/** Esc stops the running reply, unless it has something open to close. */
function useStopKey(isReplying: boolean, stop: () => Promise<void>): void {
  useEffect(() => {
    if (!isReplying) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("dialog[open], [popover]:popover-open")) return;
      void stop();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isReplying, stop]);
}

function usePrefetchedMarkdown(): void {
  useEffect(() => {
    const left = new AbortController();
    void prefetchMarkdown(left.signal);
    return () => left.abort();
  }, []);
}

/** Far enough for 2,500 messages. */
const mostPages = 25;
const messagesOfPage = 100;

/** Leads to the message of `?message=`, loading older ones until it is there; says so when it is not. */
function useNamedMessage(store: ConversationStore): void {
  const t = useTranslations("chat");
  const named = useSearchParams().get("message");
  const pages = useRef(0);
  const done = useRef<string | null>(null);
  const { isThere, canLoad, isLoading, hasProblem } = useStore(
    store,
    useShallow(({ messages, olderCursor, problem, isLoadingOlder }) => ({
      isThere: messages.some(({ id }) => id === named),
      canLoad: olderCursor !== null && problem === null,
      isLoading: isLoadingOlder,
      hasProblem: problem !== null,
    })),
  );
  useEffect(() => {
    if (named === null) done.current = null;
    if (named === null || named === done.current) return;
    if (!isThere && store.getState().showVersion(named)) return;
    if (!isThere && canLoad && pages.current < mostPages) {
      if (isLoading) return;
      pages.current += 1;
      void store.getState().loadOlder(messagesOfPage);
      return;
    }
    pages.current = 0;
    done.current = named;
    if (isThere) showMessage(named);
    else if (!hasProblem) showToast({ text: t("notReached") });
    // Whoever loads the page again goes on where they are. Next follows the address once it has begun itself.
    requestAnimationFrame(() => window.history.replaceState(null, "", window.location.pathname));
  }, [named, isThere, canLoad, isLoading, hasProblem, store, t]);
}

function showMessage(id: string): void {
  const element = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (element === null) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
  // What lies between has its real height only now.
  requestAnimationFrame(() => element.scrollIntoView({ block: "start" }));
  // Within its own box: what is drawn around it is cut off.
  element.animate([{ backgroundColor: "var(--tint)", borderRadius: "8px", offset: 0 }], {
    duration: 2_400,
    easing: "ease-in",
  });
}

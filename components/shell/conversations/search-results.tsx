import Link from "next/link";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { joinClasses } from "@/components/ui/class-names";
import type { ConversationSummary, FoundConversation } from "@/lib/protocol/conversations";
import { MarkedText } from "./marked-text";
import { matchTitles, mergeFound } from "./match-titles";
import { toFoundAddress } from "./to-found-address";
import { useNewRows } from "./use-new-rows";
import type { Search } from "./use-search";

type Props = {
  search: Search;
  conversations: readonly ConversationSummary[];
  hidden: readonly string[];
  openId: string | null;
  onNavigate: () => void;
  onLeave: () => void;
};

/**
 * What a search found, in place of the conversations: at once those whose titles are known here, then what
 * the server finds. `hidden` are not deleted for good yet. `onLeave`: the person goes back to the field.
 */
export function SearchResults({ search, conversations, hidden, openId, onNavigate, onLeave }: Props) {
  const t = useTranslations("shell.search");
  const { query, answered, found, cursor, isLoading, isCollecting, problem } = search.state;
  const titled = matchTitles(conversations, query);
  const shown = mergeFound(titled, found).filter(({ id }) => !hidden.includes(id));
  const expectRows = useNewRows(isLoading, "[data-result]");
  const isSentence = problem !== null || (shown.length === 0 && !isLoading);
  return (
    <div aria-busy={isLoading}>
      <p
        role="status"
        className={joinClasses(
          "px-2 py-1 leading-5 text-quiet",
          isSentence ? "text-sm" : "text-xs font-medium",
        )}
      >
        {toStatus(search, shown.length, t)}
      </p>
      {isSentence && problem === null && <Help />}
      {problem !== null && <Again onAgain={search.actions.repeat} onLeave={onLeave} />}
      {isLoading && shown.length === 0 && <Skeleton />}
      {shown.length > 0 && (
        <ul>
          {shown.map((conversation) => (
            <Result
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === openId}
              isOld={answered !== query && !titled.some(({ id }) => id === conversation.id)}
              onNavigate={onNavigate}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {isCollecting && <p className="px-2 py-2 text-sm leading-5 text-quiet">{t("collecting")}</p>}
      {problem === null && cursor !== null && (
        <button
          type="button"
          className="quiet-button mt-1 w-full justify-center aria-disabled:opacity-50"
          aria-disabled={isLoading}
          onClick={({ currentTarget }) => {
            if (isLoading) return;
            expectRows(currentTarget);
            search.actions.more();
          }}
        >
          {t("more")}
        </button>
      )}
    </div>
  );
}

function Help() {
  const t = useTranslations("shell.search");
  return (
    <details className="px-2 text-sm leading-5 text-quiet">
      <summary
        aria-label={t("helpLabel")}
        className="icon-button size-7 cursor-pointer pointer-coarse:size-11"
      >
        ?
      </summary>
      {t("help")}
    </details>
  );
}

type Translate = (
  key: "searching" | "unreachable" | "failed" | "none" | "noneYet" | "count",
  values?: { count: number } | { query: string },
) => string;

function toStatus({ state }: Search, count: number, t: Translate): string {
  if (state.problem !== null) return t(state.problem);
  if (count > 0) return t("count", { count });
  if (state.isLoading) return t("searching");
  return state.cursor === null ? t("none", { query: state.query }) : t("noneYet");
}

/** `isOld`: what the search before found, while the next one is made. */
type ResultProps = {
  conversation: FoundConversation;
  isOpen: boolean;
  isOld: boolean;
  onNavigate: () => void;
  onLeave: () => void;
};

function Result({ conversation, isOpen, isOld, onNavigate, onLeave }: ResultProps) {
  const t = useTranslations("shell");
  const { title, titleMarks, snippet } = conversation;
  return (
    <li
      className={joinClasses(
        "rounded-lg",
        isOpen ? "bg-tint" : "hover:bg-sunken",
        isOld && "opacity-60 transition-opacity delay-200",
      )}
    >
      <Link
        href={toFoundAddress(conversation)}
        prefetch={false}
        data-result=""
        aria-current={isOpen ? "page" : undefined}
        onClick={onNavigate}
        onKeyDown={(event) => moveFocus(event, onLeave)}
        className="block rounded-lg p-2 text-sm leading-5 pointer-coarse:py-3"
      >
        <span className="line-clamp-2" dir="auto">
          {title === "" ? t("untitled") : <MarkedText text={title} marks={titleMarks} />}
        </span>
        {snippet !== null && snippet.text !== title && (
          <span className="line-clamp-2 text-xs leading-5 text-quiet" dir="auto">
            <MarkedText text={snippet.text} marks={snippet.marks} />
          </span>
        )}
      </Link>
    </li>
  );
}

/** Beside what was found in the titles; the button goes away with the failure. */
function Again({ onAgain, onLeave }: { onAgain: () => void; onLeave: () => void }) {
  const t = useTranslations("shell.search");
  return (
    <button
      type="button"
      className="quiet-button mb-1"
      onClick={() => {
        if (matchMedia("(pointer: fine)").matches) onLeave();
        onAgain();
      }}
    >
      {t("again")}
    </button>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex flex-col gap-2 p-2">
          <span className="h-3.5 w-2/3 rounded-sm bg-sunken" />
          <span className="h-3 w-full rounded-sm bg-sunken" />
        </div>
      ))}
    </div>
  );
}

/** The arrow keys go through the results; up from the first one, and Escape, go back to the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: -Infinity }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const results = [
    ...(event.currentTarget.closest("ul")?.querySelectorAll<HTMLElement>("[data-result]") ?? []),
  ];
  const next = results.indexOf(event.currentTarget) + step;
  if (next < 0) onLeave();
  else results[next]?.focus();
}

import { useTranslations } from "next-intl";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import type { Clock } from "@/components/ui/use-clock";
import { useReason } from "@/components/ui/use-reason";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Folder } from "@/lib/features/folders/shape";
import { ConversationRow, type RowProps } from "./conversation-row";
import { Folders } from "./folders";
import { groupByDay, type DayGroup } from "./group-by-day";
import { groupHeadingClasses, useGroupName } from "./group-name";
import type { LongConversationList } from "./long-conversation-list";
import type { FolderList } from "./use-folders";
import { longListRows, type ConversationActions } from "./use-conversations";
import { useSelection } from "./use-selection";

const SelectionBar = lazy(async () => ({ default: (await import("./selection-bar")).SelectionBar }));

export type ConversationListProps = Omit<RowProps, "folders" | "selection"> & {
  conversations: ConversationSummary[];
  folderList: FolderList;
  hasMore: boolean;
  clock: Clock;
};

/** What the list is scrolled in. */
type Scrolled = { scroller: RefObject<HTMLElement | null> };

/** Loaded for a long list; where it cannot be, all rows are drawn. */
const LongList = lazy(() =>
  import("./long-conversation-list").then(
    ({ LongConversationList: List }) => ({ default: List }),
    () => ({ default: AllRows }),
  ),
);

/** Those that are pinned, the folders, and all others by day, in the person's zone and language. */
export function ConversationList({ scroller, ...props }: ConversationListProps & Scrolled) {
  const { conversations, folderList, hasMore, actions, clock, openId, onNavigate } = props;
  const t = useTranslations("shell");
  const older = useOlder(actions.loadMore);
  const { folders } = folderList;
  const { now, timeZone } = clock;
  const { pinned, filed, others } = useMemo(() => sortOut(conversations, folders), [conversations, folders]);
  const groups = useMemo(() => groupByDay(others, now, timeZone), [others, now, timeZone]);
  const lists = useMemo(
    () => [[...pinned, ...groups.flatMap((group) => group.conversations)], ...filed.values()].map(toIds),
    [pinned, groups, filed],
  );
  const selection = useSelection(lists);
  const row = { openId, folders, actions, selection, onNavigate };
  const onEnd = hasMore ? older.onEnd : null;
  const days = { ...row, groups, year: new Date(now).getUTCFullYear(), scroller, onEnd };
  const { rows: drawn, end, drawAll } = useDrawnRows(scroller);
  const all = <AllRows {...days} groups={takeRows(groups, drawn)} />;
  const hidden = others.length - drawn;
  return (
    <>
      {selection.selected !== null && (
        <Suspense fallback={null}>
          <SelectionBar {...{ conversations, folderList, openId, actions, selection, scroller }} />
        </Suspense>
      )}
      <Folders {...props} toRows={(folder) => <Rows listed={filed.get(folder.id) ?? []} {...row} />} />
      {pinned.length > 0 && (
        <Group name={t("pinned")}>
          <Rows listed={pinned} {...row} />
        </Group>
      )}
      {conversations.length === 0 && <p className="px-2 py-3 text-sm leading-5 text-quiet">{t("empty")}</p>}
      {others.length > longListRows ? (
        <Suspense fallback={all}>
          <LongList {...days} />
        </Suspense>
      ) : (
        all
      )}
      {hidden > 0 && others.length <= longListRows && (
        <div ref={end} aria-hidden="true" style={{ height: hidden * rowHeight }} />
      )}
      {hasMore && (
        <MoreButton
          {...older}
          onMore={(button) => {
            // The first row that comes is to have the keyboard.
            drawAll();
            older.onMore(button);
          }}
        />
      )}
    </>
  );
}

/** In pixels, about. */
const rowHeight = 36;
/** Few enough that their markup is sent in its place: React sends a larger part behind the page. */
const firstRows = 12;

/** The first page has few rows; the next ones follow as they come near the view. */
function useDrawnRows(scroller: RefObject<HTMLElement | null>) {
  const [rows, setRows] = useState(firstRows);
  // Each number of rows has an end of its own, which comes back with the rows of the next page.
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const observer = new IntersectionObserver(
        ([entry]) => entry?.isIntersecting && setRows((drawn) => Math.max(drawn, rows + countRows(entry))),
        { root: scroller.current, rootMargin: "200px" },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [rows, scroller],
  );
  return { rows, end, drawAll: () => setRows(Infinity) };
}

/** How many of those to come are near the view. */
function countRows({ rootBounds, boundingClientRect: end }: IntersectionObserverEntry): number {
  return Math.max(1, Math.ceil(((rootBounds?.bottom ?? 0) - end.top) / rowHeight));
}

function takeRows(groups: readonly DayGroup[], rows: number): DayGroup[] {
  let left = rows;
  return groups.flatMap((group) => {
    const conversations = group.conversations.slice(0, Math.max(0, left));
    left -= conversations.length;
    return conversations.length === 0 ? [] : [{ ...group, conversations }];
  });
}

function toIds(listed: readonly ConversationSummary[]): string[] {
  return listed.map(({ id }) => id);
}

/** A conversation stands once: pinned, in its folder, or by its day. */
function sortOut(conversations: readonly ConversationSummary[], folders: readonly Folder[]) {
  const filed = new Map(folders.map(({ id }) => [id, [] as ConversationSummary[]]));
  const [pinned, others]: [ConversationSummary[], ConversationSummary[]] = [[], []];
  for (const conversation of conversations)
    if (conversation.pinned) pinned.push(conversation);
    else (filed.get(conversation.folder ?? "") ?? others).push(conversation);
  return { pinned, filed, others };
}

type DayRowsProps = Parameters<typeof LongConversationList>[0];

function AllRows({ groups, year, scroller: _scroller, onEnd: _onEnd, ...row }: DayRowsProps) {
  const toName = useGroupName();
  return (
    <>
      {groups.map((group) => (
        <Group key={group.key} name={toName(group, year)}>
          <Rows listed={group.conversations} {...row} />
        </Group>
      ))}
    </>
  );
}

function Rows({ listed, openId, ...row }: RowProps & { listed: readonly ConversationSummary[] }) {
  return (
    <ul>
      {listed.map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow conversation={conversation} isOpen={conversation.id === openId} {...row} />
        </li>
      ))}
    </ul>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-3 first:pt-1">
      <h2 id={id} className={groupHeadingClasses}>
        {name}
      </h2>
      {children}
    </section>
  );
}

type Older = {
  /** The end of what is listed is near: more is loaded, unless that has failed. */
  onEnd: () => void;
  isLoading: boolean;
  /** Why they did not come. */
  reason: string | null;
  onMore: (button: HTMLElement) => void;
};

function useOlder(loadMore: ConversationActions["loadMore"]): Older {
  const explain = useReason();
  const [isLoading, setLoading] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const expectRows = useNewRows(isLoading);
  const load = async (): Promise<void> => {
    setLoading(true);
    setReason(null);
    const failure = await loadMore();
    setLoading(false);
    setReason(failure === null ? null : explain(failure));
  };
  return {
    isLoading,
    reason,
    onEnd() {
      if (!isLoading && reason === null) void load();
    },
    onMore(button) {
      if (isLoading) return;
      expectRows(button);
      void load();
    },
  };
}

function MoreButton({ isLoading, reason, onMore }: Omit<Older, "onEnd">) {
  const t = useTranslations("shell");
  return (
    <>
      <p role="status" className="px-2 pt-2 text-sm leading-5 text-quiet empty:pt-0">
        {reason}
      </p>
      <button
        type="button"
        // What is loaded moves it away: the browser must not hold it where it is and scroll the rows.
        className="quiet-button mt-2 w-full justify-center [overflow-anchor:none] aria-disabled:opacity-50"
        aria-disabled={isLoading}
        onClick={({ currentTarget }) => onMore(currentTarget)}
      >
        {t("more")}
      </button>
    </>
  );
}

const rowLinks = "li a, li [role=checkbox]";

/** When the button for more goes with the last rows, the focus goes to the first that it brought. */
function useNewRows(isLoading: boolean): (button: HTMLElement) => void {
  const expected = useRef<{ list: Element | null; count: number } | null>(null);
  useEffect(() => {
    if (isLoading || expected.current === null) return;
    const { list, count } = expected.current;
    expected.current = null;
    if (document.activeElement === document.body)
      list?.querySelectorAll<HTMLElement>(rowLinks)[count]?.focus();
  }, [isLoading]);
  return (button) => {
    const list = button.closest("nav");
    expected.current = { list, count: list?.querySelectorAll(rowLinks).length ?? 0 };
  };
}

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Filing } from "./conversations-reducer";
import type { ConversationActions } from "./use-conversations";
import type { Selection } from "./selection";

export type SelectedOptions = {
  chosen: readonly ConversationSummary[];
  openId: string | null;
  actions: ConversationActions;
  selection: Selection;
};

/**
 * Each says what was done, with the way back. Those that could not be changed are counted and stay selected,
 * or are selected again when this comes out later.
 */
export function useSelectedActions({ chosen, openId, actions, selection }: SelectedOptions) {
  const t = useTranslations();
  const router = useRouter();
  const ids = chosen.map(({ id }) => id);
  const isOpen = openId !== null && ids.includes(openId);
  const end = () => selection.change(() => null);
  const keep = (failed: readonly string[], all: number): void => {
    selection.change((now) => ({
      ids: [...new Set([...(now?.ids ?? []), ...failed])],
      last: failed[0] ?? null,
    }));
    const text = t("shell.selected.failed", { count: failed.length, all });
    showToast({ text, isFailure: true });
  };
  const putBack = async (changed: readonly ConversationSummary[], { archived }: Filing): Promise<void> => {
    const toFiling = ({ folder }: ConversationSummary): Filing =>
      archived ? { archived: false } : { folder: folder ?? null };
    const failed = await actions.fileAll(new Map(changed.map((one) => [one.id, toFiling(one)])));
    if (failed.length > 0) keep(failed, changed.length);
  };
  const file = async (filing: Filing): Promise<void> => {
    end();
    const isArchived = filing.archived === true;
    if (isArchived && isOpen) router.push("/");
    const failed = await actions.fileAll(new Map(ids.map((id) => [id, filing])));
    const changed = chosen.filter(({ id }) => !failed.includes(id));
    if (failed.length > 0) keep(failed, ids.length);
    if (changed.length === 0) return;
    showToast({
      text: t(isArchived ? "shell.selected.archived" : "shell.selected.moved", { count: changed.length }),
      undo: () => void putBack(changed, filing),
    });
  };
  const remove = (): void => {
    end();
    actions.remove(ids, (failed) => keep(failed, ids.length));
    if (isOpen) router.push("/");
    const restore = (): void => {
      actions.restore(ids);
      if (isOpen) router.push(`/c/${openId}`);
    };
    showToast({
      text: t("shell.selected.deleted", { count: ids.length }),
      undo: restore,
    });
  };
  return { file, remove };
}

import { useEffect, useMemo, useState } from "react";
import { useStore, type StoreApi } from "zustand";
import { adminApi } from "@/lib/client/admin-api";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { listChanges } from "./settings-changes";
import { createSettingsStore } from "./settings-store";
import type { Explain } from "@/components/ui/use-reason";
import type { LeftDraft, SaveState, SettingsStore } from "./settings-store";

type Actions = Omit<SettingsStore, keyof StoreApi<unknown>>;
export type SettingsForm = Actions & {
  reply: SettingsReply;
  draft: AgentSettings;
  changes: SettingName[];
  state: SaveState;
};

/** Left by "Back" or a key, where nobody can be asked: it is there again on return. */
let leftDraft: LeftDraft | null = null;

/** The settings form as it stands now. */
export function useSettingsForm(initial: SettingsReply, explain: Explain): SettingsForm {
  const [store] = useState(() => createSettingsStore(initial, { api: adminApi, explain, left: leftDraft }));
  useEffect(() => keepDraft(store), [store]);
  const { reply, draft, save: state } = useStore(store);
  const changes = useMemo(() => listChanges(reply.settings, draft), [reply, draft]);
  return { ...store, reply, draft, changes, state };
}

/** Keeps what is not saved when the pages are left. */
function keepDraft(store: SettingsStore): () => void {
  leftDraft = null;
  return () => {
    const { reply, draft } = store.getState();
    leftDraft = listChanges(reply.settings, draft).length === 0 ? null : { base: reply.settings, draft };
  };
}

import { useMemo, useState, useSyncExternalStore } from "react";
import { adminApi } from "@/lib/client/admin-api";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import { listChanges } from "./settings-changes";
import type { SettingName } from "./settings-changes";
import { createSettingsStore } from "./settings-store";
import type { SaveState, SettingsStore } from "./settings-store";

type Actions = Omit<SettingsStore, "getState" | "subscribe">;
export type SettingsForm = Actions & { reply: SettingsReply; draft: AgentSettings; changes: SettingName[]; state: SaveState };

/** The settings form as it stands now. */
export function useSettingsForm(initial: SettingsReply, unreachable: string): SettingsForm {
  const [store] = useState(() => createSettingsStore(initial, { api: adminApi, unreachable }));
  const { reply, draft, save: state } = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const changes = useMemo(() => listChanges(reply.settings, draft), [reply, draft]);
  return { ...store, reply, draft, changes, state };
}

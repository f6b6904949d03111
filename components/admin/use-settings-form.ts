import { useEffect, useMemo, useState } from "react";
import { useStore, type StoreApi } from "zustand";
import { readSettings, revertSettings, saveSettings } from "@/lib/features/settings/api";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { listChanges, rebase, toConflict, toPatch, type Conflict } from "./settings-changes";
import type { Explain } from "@/components/ui/use-reason";
import { createStore } from "zustand/vanilla";
import { call, type Answer } from "@/lib/client/request";
import { withValueAt, type SettingValue } from "./setting-paths";

type Actions = Omit<SettingsStore, keyof StoreApi<unknown>>;
export type SettingsForm = Actions & {
  reply: SettingsReply;
  draft: AgentSettings;
  changes: SettingName[];
  state: SaveState;
};

/** Left by "Back" or a key, where nobody can be asked: it is there again on return. */
let leftDraft: LeftDraft | null = null;

/** The current state of the settings form. */
export function useSettingsForm(initial: SettingsReply, explain: Explain): SettingsForm {
  const [store] = useState(() => createSettingsStore(initial, { explain, left: leftDraft }));
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

type SaveState =
  | { kind: "idle" | "saving" | "saved" }
  /** Somebody else saved first. `reply` is theirs already, `draft` mine on top of it. */
  | ({ kind: "conflict" } & Conflict)
  /** `fields` holds problems by the path of the setting. */
  | { kind: "failed"; reason: string; fields: Record<string, string> };

/** `reply` is what stands on the server as far as is known, `draft` what the person makes of it. */
type SettingsFormState = { reply: SettingsReply; draft: AgentSettings; save: SaveState };

export type SettingsStore = ReturnType<typeof createSettingsStore>;
type Failure = Extract<Answer<unknown>, { ok: false }>;

/** What was being made of settings that stood at that time. */
type LeftDraft = { base: AgentSettings; draft: AgentSettings };

/** The settings as saved and as edited. Keeps what is typed while an answer is awaited, and `left`. */
export function createSettingsStore(
  initial: SettingsReply,
  { origin, explain, left = null }: { origin?: string; explain: Explain; left?: LeftDraft | null },
) {
  const store = createStore<SettingsFormState>(() => toFirstState(initial, left));
  const { getState, setState: set } = store;
  /** Takes over what the server has; what was changed here since `base` stays changed. */
  const adopt = (reply: SettingsReply, base: AgentSettings, save: SaveState): void =>
    set({ reply, draft: rebase(base, getState().draft, reply.settings), save });
  const fail = (failure: Failure): void =>
    set({ save: { kind: "failed", reason: explain(failure), fields: failure.problem?.fields ?? {} } });

  async function load(toSave: (theirs: SettingsReply, base: AgentSettings) => SaveState): Promise<void> {
    const answer = await call(readSettings, { origin });
    if (!answer.ok) return fail(answer);
    const base = getState().reply.settings;
    adopt(answer.value, base, toSave(answer.value, base));
  }
  const meet = (): Promise<void> =>
    load((theirs, base) => ({ kind: "conflict", ...toConflict(base, getState().draft, theirs.settings) }));
  const reload = (): Promise<void> => load(() => ({ kind: "idle" }));

  return {
    ...store,
    change: <NAME extends SettingName>(name: NAME, value: AgentSettings[NAME]): void =>
      set({ draft: { ...getState().draft, [name]: value }, save: { kind: "idle" } }),
    /** Settles one value of a conflict. */
    choose: (path: string, value: SettingValue): void =>
      set({ draft: withValueAt(getState().draft, path, value) }),
    undo: (): void => set({ draft: getState().reply.settings, save: { kind: "idle" } }),
    /** Leaves a conflict with what is chosen so far. */
    dismiss: (): void => set({ save: { kind: "idle" } }),
    /** Saves the changes; after somebody else's save there is a conflict to resolve. */
    async save(): Promise<void> {
      const { reply, draft } = getState();
      set({ save: { kind: "saving" } });
      const body = { version: reply.version, settings: toPatch(reply.settings, draft) };
      const answer = await call(saveSettings, { body, origin });
      if (!answer.ok) return answer.problem?.code === "conflict" ? meet() : fail(answer);
      adopt(answer.value, draft, { kind: "saved" });
    },
    /** Reloads the server's settings and keeps the changes made here. */
    reload,
    /** Makes an old version the newest; says what went wrong, or `null`. */
    async revert(to: number): Promise<string | null> {
      const { version } = getState().reply;
      const answer = await call(revertSettings, { body: { version, to }, origin });
      if (answer.ok) {
        adopt(answer.value, getState().reply.settings, { kind: "idle" });
        return null;
      }
      if (answer.problem?.code === "conflict") await reload();
      return explain(answer);
    },
  };
}

function toFirstState(reply: SettingsReply, left: LeftDraft | null): SettingsFormState {
  const draft = left === null ? reply.settings : rebase(left.base, left.draft, reply.settings);
  return { reply, draft, save: { kind: "idle" } };
}

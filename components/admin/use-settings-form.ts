import { useEffect, useMemo, useState } from "react";
import { useStore, type StoreApi } from "zustand";
import {
  changeDraft,
  createDraft,
  readSettings,
  revertSettings,
  saveSettings,
} from "@/lib/features/settings/api";
import type { DraftRef, SettingsDraft } from "@/lib/features/settings/shape";
import type { AgentSettings, SettingsReply } from "@/lib/protocol/settings";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { listChanges, openDraft, rebase, toConflict, toPatch, type Conflict } from "./settings-changes";
import type { Explain } from "@/components/ui/use-reason";
import { createStore } from "zustand/vanilla";
import { call, type Answer } from "@/lib/client/request";
import { isSame, withValueAt, type SettingValue } from "./setting-paths";

type Actions = Omit<SettingsStore, keyof StoreApi<unknown>>;
export type SettingsForm = Actions & {
  reply: SettingsReply;
  draft: AgentSettings;
  changes: SettingName[];
  /** The kept draft that is open, and whether it holds all changes. */
  kept: SettingsDraft | null;
  isKept: boolean;
  draftsAsOf: number;
  state: SaveState;
};

/** Left by "Back" or a key, where nobody can be asked: it is there again on return. */
let leftDraft: LeftDraft | null = null;

/** The current state of the settings form. */
export function useSettingsForm(initial: SettingsReply, explain: Explain): SettingsForm {
  const [store] = useState(() => createSettingsStore(initial, { explain, left: leftDraft }));
  useEffect(() => keepDraft(store), [store]);
  const { save: state, ...form } = useStore(store);
  const { reply, draft, kept } = form;
  const changes = useMemo(() => listChanges(reply.settings, draft), [reply, draft]);
  const isKept = useMemo(
    () => kept !== null && isSame(kept.patch, toPatch(reply.settings, draft)),
    [reply, draft, kept],
  );
  return { ...store, ...form, changes, isKept, state };
}

/** Keeps what is not saved when the pages are left. */
function keepDraft(store: SettingsStore): () => void {
  leftDraft = null;
  return () => {
    const { reply, draft, kept } = store.getState();
    const isLeft = listChanges(reply.settings, draft).length > 0;
    leftDraft = isLeft ? { base: reply.settings, draft, kept } : null;
  };
}

type Failed = Extract<SaveState, { kind: "failed" }>;
type ToSave = (theirs: SettingsReply, base: AgentSettings) => SaveState;
type SaveState =
  | { kind: "idle" | "saving" | "saved" }
  /** Somebody else published first. `reply` is theirs already, `draft` mine on top of it. */
  | ({ kind: "conflict"; isOpening: boolean } & Conflict)
  /** `fields` holds problems by the path of the setting. */
  | {
      kind: "failed";
      of: "publishing" | "keeping" | "taken";
      reason: string;
      fields: Record<string, string>;
    };

/** `reply` is what stands on the server as far as is known, `draft` what the person makes of it. */
type SettingsFormState = {
  reply: SettingsReply;
  draft: AgentSettings;
  kept: SettingsDraft | null;
  /** Grows with each change of the drafts that is made here. */
  draftsAsOf: number;
  save: SaveState;
};

export type SettingsStore = ReturnType<typeof createSettingsStore>;
type Failure = Extract<Answer<unknown>, { ok: false }>;

/** What was being made of settings that stood at that time. */
type LeftDraft = { base: AgentSettings; draft: AgentSettings; kept?: SettingsDraft | null };

/** The settings as saved and as edited. Keeps what is typed while an answer is awaited, and `left`. */
export function createSettingsStore(
  initial: SettingsReply,
  { origin, explain, left = null }: { origin?: string; explain: Explain; left?: LeftDraft | null },
) {
  const store = createStore<SettingsFormState>(() => toFirstState(initial, left));
  const { getState, setState: set } = store;
  const parts = createParts(store, { origin, explain });
  const { adopt, fail, keepOpen, load } = parts;
  const meet = () =>
    load((theirs, base) => ({
      kind: "conflict",
      isOpening: false,
      ...toConflict(base, getState().draft, theirs.settings),
    }));
  /** Reloads the server's settings and keeps the changes made here; a draft without any is closed. */
  async function reload(): Promise<void> {
    await load();
    const { reply, draft, kept } = getState();
    if (kept !== null && listChanges(reply.settings, draft).length === 0) keepOpen(null);
  }

  return {
    ...store,
    change: <NAME extends SettingName>(name: NAME, value: AgentSettings[NAME]): void =>
      set({ draft: { ...getState().draft, [name]: value }, save: { kind: "idle" } }),
    /** Settles one value of a conflict. */
    choose: (path: string, value: SettingValue): void =>
      set({ draft: withValueAt(getState().draft, path, value) }),
    /** A kept draft stays as it was kept. */
    undo: (): void => set({ draft: getState().reply.settings, kept: null, save: { kind: "idle" } }),
    /** Leaves a conflict with what is chosen so far. */
    dismiss: (): void => set({ save: { kind: "idle" } }),
    /** Publishes the changes; after somebody else did there is a conflict to resolve. */
    async save(): Promise<void> {
      const { reply, draft, kept } = getState();
      set({ save: { kind: "saving" } });
      const body = {
        ...{ version: reply.version, settings: toPatch(reply.settings, draft) },
        ...(kept !== null && { draft: { id: kept.id, version: kept.version } }),
      };
      const answer = await call(saveSettings, { body, origin });
      if (!answer.ok) return void (answer.problem?.code === "conflict" ? await meet() : fail(answer));
      adopt(answer.value, draft, { kind: "saved" });
      keepOpen(null);
    },
    ...createDraftActions(store, parts),
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

type Ways = { origin: string | undefined; explain: Explain };

/** What all actions are made of. */
function createParts({ getState, setState: set }: StoreApi<SettingsFormState>, { origin, explain }: Ways) {
  /** Takes over what the server has; what was changed here since `base` stays changed. */
  const adopt = (reply: SettingsReply, base: AgentSettings, save: SaveState): void =>
    set({ reply, draft: rebase(base, getState().draft, reply.settings), save });
  /** Gives the reason. */
  const fail = (failure: Failure, of: Failed["of"] = "publishing"): string => {
    const reason = explain(failure);
    set({ save: { kind: "failed", of, reason, fields: failure.problem?.fields ?? {} } });
    return reason;
  };
  return {
    ...{ origin, adopt, fail },
    keepOpen: (kept: SettingsDraft | null): void => set({ kept, draftsAsOf: getState().draftsAsOf + 1 }),

    /** Says what went wrong, or `null`. */
    async load(toSave: ToSave = () => ({ kind: "idle" })): Promise<string | null> {
      const answer = await call(readSettings, { origin });
      if (!answer.ok) return fail(answer);
      const base = getState().reply.settings;
      adopt(answer.value, base, toSave(answer.value, base));
      return null;
    },
  };
}

/** What is done with drafts that are kept on the server. */
function createDraftActions(
  { getState, setState: set }: StoreApi<SettingsFormState>,
  { origin, load, fail, keepOpen }: ReturnType<typeof createParts>,
) {
  return {
    /** Keeps the changes in the open draft, or in a new one. Says why it did not, or `null`. */
    async keep(name: string): Promise<string | null> {
      const { reply, draft, kept } = getState();
      const body = { name, base: reply.version, patch: toPatch(reply.settings, draft) };
      const answer = await (kept === null
        ? call(createDraft, { body, origin })
        : call(changeDraft, { params: { id: kept.id }, body: { ...body, version: kept.version }, origin }));
      if (!answer.ok) {
        // Somebody else's newer draft stays as it is: what is here can be kept as another one.
        const isTaken = kept !== null && (answer.status === 409 || answer.status === 404);
        if (isTaken) keepOpen(null);
        return fail(answer, isTaken ? "taken" : "keeping");
      }
      set({ save: { kind: "idle" } });
      keepOpen(answer.value);
      return null;
    },
    /** Of the draft that is open at this moment. */
    findKept: (): DraftRef | undefined => {
      const { kept } = getState();
      return kept === null ? undefined : { id: kept.id, version: kept.version };
    },
    /** Puts a draft in the form, on top of what is published now. Says why it did not, or `null`. */
    async open(kept: SettingsDraft): Promise<string | null> {
      const reason = await load();
      if (reason !== null) return reason;
      const { draft, choices } = openDraft(kept, getState().reply.settings);
      set({ kept, draft });
      if (choices.length > 0) set({ save: { kind: "conflict", isOpening: true, choices, theirChanges: [] } });
      return null;
    },
    /** After a draft was deleted; what it had put in the form stays there. */
    forget: (id: string): void => keepOpen(getState().kept?.id === id ? null : getState().kept),
  };
}

function toFirstState(reply: SettingsReply, left: LeftDraft | null): SettingsFormState {
  const draft = left === null ? reply.settings : rebase(left.base, left.draft, reply.settings);
  return { reply, draft, kept: left?.kept ?? null, draftsAsOf: 0, save: { kind: "idle" } };
}

import { createStore } from "zustand/vanilla";

export type Toast = {
  text: string;
  /** Takes back what is said to be done, for `undoMs`. */
  undo?: () => void;
  action?: { label: string; run: () => void };
  isFailure?: boolean;
};

/** What is to be said; `null` until there is something, so that what draws it is loaded only then. */
export const toastStore = createStore<{ pending: Toast[] | null }>(() => ({ pending: null }));

/** Says something in passing. */
export function showToast(toast: Toast): void {
  toastStore.setState(({ pending }) => ({ pending: [...(pending ?? []), toast] }));
}

/** Loads what draws them before there is something to say: where that may be that the connection is gone. */
export function prepareToasts(): void {
  toastStore.setState(({ pending }) => ({ pending: pending ?? [] }));
}

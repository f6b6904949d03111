import { createStore } from "zustand/vanilla";
import { readKeptCollections, writeKeptCollections } from "./storage";

/** What was chosen on this page, by conversation: it holds also where the browser keeps nothing. */
export const chosenCollectionsStore = createStore<Record<string, readonly string[]>>(() => ({}));

/** The ids of the collections in which a conversation searches besides the handbook. */
export function readCollections(key: string): readonly string[] {
  const known = chosenCollectionsStore.getState()[key];
  if (known !== undefined) return known;
  const kept = readKeptCollections(key);
  chosenCollectionsStore.setState({ [key]: kept });
  return kept;
}

export function chooseCollections(key: string, ids: readonly string[]): void {
  chosenCollectionsStore.setState({ [key]: ids });
  writeKeptCollections(key, ids);
}

/** The ids of those that are selected, and the one from which a range reaches. */
export type Selected = { ids: readonly string[]; last: string | null };

export type Selection = {
  /** `null` while rows are links. */
  selected: Selected | null;
  /** The ids of the rows, top to bottom; a range stays within one of these. */
  lists: readonly (readonly string[])[];
  /** Makes the rows checkboxes and checks this one. */
  start: (id: string) => void;
  change: (toNext: (selected: Selected | null) => Selected | null) => void;
};

/**
 * Checks a row or unchecks it. With `isRange` all from the last one that was clicked to this one become what
 * this one becomes, where both stand in the same list.
 */
export function toggleSelected(
  selected: Selected | null,
  id: string,
  { isRange, lists }: { isRange: boolean } & Pick<Selection, "lists">,
): Selected {
  const { ids, last } = selected ?? { ids: [], last: null };
  const changed = isRange ? listRange(lists, last ?? id, id) : [id];
  const rest = ids.filter((one) => !changed.includes(one));
  return { ids: ids.includes(id) ? rest : [...rest, ...changed], last: id };
}

function listRange(lists: Selection["lists"], from: string, to: string): readonly string[] {
  const list = lists.find((ids) => ids.includes(from) && ids.includes(to)) ?? [to];
  const [start, end] = [list.indexOf(from), list.indexOf(to)].sort((a, b) => a - b);
  return start === -1 ? [to] : list.slice(start, (end ?? 0) + 1);
}

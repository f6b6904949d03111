const nothing = async (): Promise<void> => undefined;

/** Rows that are here already, as a table takes them. */
export const toLocalList = <ROW>(items: readonly ROW[]) => ({
  ...{ reply: items, items, cursor: null, phase: "ready" as const, reason: null },
  ...{ reload: nothing, more: nothing, retry: nothing, rest: async () => items },
});

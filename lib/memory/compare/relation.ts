/** How a new fact stands to what is known: the same or less, a newer or more exact value, or what cannot hold beside it. */
export type Relation =
  { kind: "separate" } | { kind: "duplicate" | "update" | "contradiction"; factId: string };

import type { Disagreement } from "@/lib/protocol/claims";
import type { Clause } from "./clause";
import type { SourceIndex } from "./source-index";

export function listDisagreements(_claims: readonly { sentence: string; clauses: Clause[]; numbers: number[] }[], _indexes: readonly SourceIndex[]): Disagreement[] {
  return [];
}

import { slot } from "@/lib/engine/run/slot";
import type { RetrieveOutput } from "@/lib/features/documents/tools/retrieve/schema";
import type { Scope } from "./scope";

/** What the calls of one reply may search, and what they share. */
export type ReplyDocuments = {
  /** Nothing outside is ever found, whatever a call asks for. */
  scopes: readonly Scope[];
  /** What one result may take of the model's context, in tokens. */
  mostTokens: () => number;
  /** What searches of this conversation gave, the oldest first. */
  listRetrievals: () => readonly RetrieveOutput[];
  /** Counts a search of this reply. Throws `quota_exhausted` when there were as many as it may make. */
  takeSearch: () => void;
};

/** By the run. */
export const replyDocuments = slot<ReplyDocuments>({
  ...{ scopes: [], mostTokens: () => 0, listRetrievals: () => [], takeSearch: () => undefined },
});

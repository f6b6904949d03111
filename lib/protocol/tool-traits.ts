/**
 * Whose words a result is: our own, the person's, or a stranger's, which are data, never instructions. Of
 * `documents` each text says it itself.
 */
export type ToolOrigin = "own" | "person" | "stranger" | "documents";
/** All but `none` are logged before they begin, made once, and never repeated by a recovery. */
export type ToolEffect = "none" | "changes" | "sends";
/** Whether a call waits for the person. `when-untrusted`: once a stranger's text is in the conversation. */
export type ToolApproval = "never" | "when-untrusted" | "always";
/** Where a tool looks for what it is asked. */
export type SearchPlace = "web" | "documents" | "conversations";
/**
 * Search engines by their ids. Those that `order` leaves out follow in their own order; those in `disabled`
 * are not asked.
 */
export type EngineChoice = {
  order: readonly string[];
  disabled: readonly string[];
  /** How long an answer is given again to the same question; 0 is never. */
  cacheMinutes?: number;
};
/** What must be there for a tool to be offered. */
export type ToolNeed = "helpers";

/** How a tool may be treated, by the name that models know. Of one that is gone the worst is assumed. */
export type ToolTraits = {
  isKnown: boolean;
  /** The message type does not know it: it was registered while the server runs, or is gone. */
  isDynamic: boolean;
  /** The switch of the settings that it is under. */
  capability: string | null;
  origin: ToolOrigin;
  approval: ToolApproval;
  /** When the person does not answer in time it is called all the same. */
  isOptional: boolean;
  effect: ToolEffect;
  /** A call made again with the same id does nothing twice. */
  isRepeatable: boolean;
  searches: SearchPlace | null;
  needs: ToolNeed | null;
  /** Under which name its calls are counted against a person's limits. */
  countedAs: string;
};

/** What the prompt says of a tool that is offered: a rule among those of working, or a section of its own. */
export type ToolGuide = { kind: "rule" | "section"; text: string };

/** What a call recalled: messages of the conversation, or what a tool gave ("" where that is not known). */
export type Recalled = { kind: "messages" } | { kind: "result"; tool: string };

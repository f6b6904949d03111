/** What a word may be a sign of in a text that gives orders to the model that reads it. */
export type Sign =
  | "override"
  | "outrank"
  | "reported"
  | "prior"
  | "everything"
  | "rules"
  | "new"
  | "task"
  | "systemPrompt"
  | "model"
  | "attention"
  | "vocative"
  | "reading"
  | "you"
  | "must"
  | "user"
  | "not"
  | "tell"
  | "hide"
  | "save"
  | "memory"
  | "send"
  | "secret"
  | "place"
  | "picture"
  | "draw"
  | "tool"
  | "call"
  | "ownTool"
  | "answer"
  | "recommend"
  | "persona"
  | "fromNow"
  | "authority"
  | "if"
  | "about"
  | "template"
  | "endMark"
  | "toolMark"
  | "roleLine";

/** Orders of one kind count once in a passage, however often they are given. */
export type OrderKind =
  | "override"
  | "newRules"
  | "addressed"
  | "private"
  | "tool"
  | "memory"
  | "send"
  | "draw"
  | "hide"
  | "answer"
  | "persona"
  | "marks"
  | "authority"
  | "disguise";

export type SignRule = { kind: OrderKind; points: number; signs: readonly Sign[]; within: number };

const rule = (kind: OrderKind, points: number, within: number, ...signs: Sign[]): SignRule => ({
  kind,
  points,
  signs,
  within,
});

/**
 * Signs that mean something together when they stand within so many words, in any order: languages differ in theirs. With 3 points in a
 * passage the text may be an order to the model, with 5 it is one. The numbers are chosen by hand on the pages of the evaluation.
 */
export const signRules: readonly SignRule[] = [
  rule("override", 5, 7, "override", "prior", "rules"),
  rule("override", 3, 4, "override", "rules"),
  rule("override", 3, 3, "override", "everything"),
  rule("override", 4, 6, "override", "systemPrompt"),
  rule("override", 4, 6, "outrank", "systemPrompt"),
  rule("override", 4, 6, "outrank", "you", "rules"),
  rule("newRules", 2, 2, "new", "rules"),
  rule("newRules", 3, 5, "you", "new", "rules"),
  rule("newRules", 3, 5, "you", "new", "task"),
  rule("newRules", 1, 0, "systemPrompt"),
  rule("newRules", 3, 3, "systemPrompt", "new"),
  rule("newRules", 3, 10, "systemPrompt", "tell"),
  rule("addressed", 3, 5, "attention", "model"),
  rule("addressed", 3, 6, "model", "reading"),
  rule("addressed", 2, 3, "you", "model"),
  rule("addressed", 2, 5, "model", "must"),
  rule("addressed", 3, 0, "vocative"),
  rule("private", 3, 16, "model", "user", "secret"),
  rule("tool", 2, 4, "call", "tool"),
  rule("tool", 2, 6, "call", "place"),
  rule("tool", 2, 6, "call", "secret"),
  rule("tool", 2, 0, "ownTool"),
  rule("tool", 3, 6, "call", "ownTool"),
  rule("tool", 4, 14, "call", "ownTool", "user"),
  rule("tool", 4, 14, "call", "ownTool", "secret"),
  rule("tool", 4, 14, "call", "ownTool", "place"),
  rule("tool", 3, 14, "call", "tool", "secret"),
  rule("memory", 2, 6, "save", "memory"),
  rule("memory", 3, 4, "save", "user"),
  rule("memory", 3, 14, "save", "memory", "user"),
  rule("memory", 3, 8, "save", "memory", "you"),
  rule("send", 2, 8, "send", "secret"),
  rule("send", 3, 16, "send", "secret", "place"),
  rule("send", 3, 14, "send", "user", "place"),
  rule("draw", 3, 10, "draw", "picture", "answer"),
  rule("draw", 2, 4, "draw", "picture"),
  rule("draw", 3, 16, "picture", "place", "secret"),
  rule("draw", 3, 14, "place", "answer", "secret"),
  rule("hide", 4, 6, "not", "tell", "user"),
  rule("hide", 1, 3, "not", "tell"),
  rule("hide", 3, 6, "hide", "user"),
  rule("answer", 2, 3, "tell", "user"),
  rule("answer", 2, 2, "you", "answer"),
  rule("answer", 2, 3, "answer", "user"),
  rule("answer", 3, 8, "answer", "recommend"),
  rule("answer", 3, 6, "recommend", "user"),
  rule("answer", 2, 4, "must", "recommend"),
  rule("persona", 3, 5, "you", "persona"),
  rule("newRules", 2, 5, "fromNow", "you"),
  rule("marks", 4, 0, "template"),
  rule("marks", 3, 0, "endMark"),
  rule("marks", 3, 0, "toolMark"),
  rule("marks", 1, 0, "roleLine"),
  rule("authority", 1, 8, "authority", "model"),
  rule("authority", 1, 8, "authority", "rules"),
  rule("authority", 1, 6, "authority", "you"),
];

/** Orders that only a model can be meant by; all others are given to people and programmers, too. */
export const clearKinds: readonly OrderKind[] = [
  "override",
  "newRules",
  "addressed",
  "private",
  "persona",
  "marks",
];
export const clearFrom = 2;
export const unsureFrom = 3;
export const sureFrom = 5;

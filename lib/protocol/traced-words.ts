/**
 * Where words stand that the person did not type, the most private first; `answer` is an earlier one of the
 * model, `site` what its administrator told the agent, `nowhere` what the model made itself.
 */
export const wordSources = [
  ...(["memory", "file", "pasted", "tool", "page", "result", "answer", "site", "nowhere"] as const),
] as const;
export type WordSource = (typeof wordSources)[number];
/** `name`: of the page, file or tool. */
export type TracedWords = { text: string; source: WordSource; name?: string };

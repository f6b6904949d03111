import type { AgentSettings } from "./settings-fields";

/**
 * The models that people may choose: those that answer, main before pro, and those that an administrator
 * added, without those that are switched off. An added one is left out while it cannot answer.
 */
export function toOfferedModels(
  {
    chain,
    isSetUp,
  }: {
    chain: (tier: "main" | "pro", options: { settings: readonly string[]; choice?: string }) => string[];
    isSetUp: (ref: string) => boolean;
  },
  { modelTiers, modelOptions }: Pick<AgentSettings, "modelTiers" | "modelOptions">,
): string[] {
  const answering = (["main", "pro"] as const).flatMap((tier) => chain(tier, { settings: modelTiers[tier] }));
  const canAnswer = (ref: string): boolean =>
    isSetUp(ref) && chain("main", { settings: modelTiers.main, choice: ref })[0] === ref;
  const added = Object.keys(modelOptions).filter(
    (ref) => modelOptions[ref]?.isOffered === true && canAnswer(ref),
  );
  return [...new Set([...answering, ...added])].filter((ref) => modelOptions[ref]?.isOffered !== false);
}

/** Ends a text part that was thought, as its provider's metadata. */
export const thoughtMetadata = { sextant: { thought: true } };

export function isThought(metadata: Record<string, unknown> | undefined): boolean {
  const ours = metadata?.["sextant"];
  return typeof ours === "object" && ours !== null && "thought" in ours && ours.thought === true;
}

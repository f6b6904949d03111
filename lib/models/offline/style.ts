/** How sure the guide must be of its own words before it leaves the tools aside. */
const thresholds = { tool_first: 0.95, balanced: 0.8, direct: 0.6 } as const;

export type Style = keyof typeof thresholds;

/** Reads the style block of the system text; without one the default style holds. */
export function readStyle(system: string): Style {
  const name = /<style\s+name="(\w+)"/u.exec(system)?.[1];
  return name === "tool_first" || name === "direct" ? name : "balanced";
}

/** Whether the system text says that the chat is a temporary one. */
export function isTemporary(system: string): boolean {
  return system.includes("<temporary>");
}

/** Whether the system text says that memory is switched off for everybody. */
export function isMemoryOffForAll(system: string): boolean {
  return /^Switched off by the administrator: [^.\n]*\bmemory\b/mu.test(system);
}

/** Whether words of its own will do at this confidence (0 to 1). */
export function canAnswerDirectly(confidence: number, style: Style): boolean {
  return confidence >= thresholds[style];
}

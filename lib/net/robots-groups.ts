const maxRules = 2_000;
/** A pattern with wildcards costs its length times the path's, so these are rationed together. */
const maxWildCharacters = 32 * 1024;
const maxPatternLength = 2_048;

/**
 * Of a `robots.txt`, the groups that speak to us or to everybody, within limits: the parser holds every rule once for each name of its
 * group, so that a hostile file of 500 KB would otherwise take gigabytes. Rules beyond the limits count as missing.
 */
export function keepOurGroups(text: string, ourName: string): string {
  const lines: string[] = [];
  let names = new Set<string>();
  let isNaming = false;
  let wildCharacters = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = "", value = ""] =
      /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line.slice(0, maxPatternLength)) ?? [];
    const key = field.toLowerCase();
    if (key === "user-agent") {
      if (!isNaming) names = new Set();
      isNaming = true;
      const name = value.trim().split("/")[0]?.toLowerCase() ?? "";
      if (name === "*" || name === ourName.toLowerCase()) names.add(name);
    }
    if (key !== "allow" && key !== "disallow") continue;
    isNaming = false;
    if (value.includes("*")) wildCharacters += value.length;
    if (names.size === 0 || wildCharacters > maxWildCharacters || lines.length / 2 >= maxRules) continue;
    for (const name of names) lines.push(`User-agent: ${name}`, `${key}: ${value.trim()}`);
  }
  return lines.join("\n");
}

import { createMermaidPlugin } from "@streamdown/mermaid";
import { useSyncExternalStore } from "react";

/** `words`: what is written in it, in the order in which it was drawn. */
export type DrawnDiagram = { url: string; width: number; height: number; words: string[] };

/** What makes the browser ask for something while a diagram is laid out: it stays text. */
const reaching = /\burl\s*\(|@import|\bimg\s*:/i;

/** The library blocks the page during layout, for a moment at this size. */
const mostCharacters = 6_000;
const mostEdges = 200;

/** `null` when it cannot be drawn, or not safely. */
export async function drawDiagram(id: string, source: string, isDark: boolean): Promise<DrawnDiagram | null> {
  if (source.length > mostCharacters || reaching.test(source)) return null;
  try {
    const config = toConfig(isDark);
    const { svg } = await createMermaidPlugin({ config }).getMermaid(config).render(id, source);
    const [, width = 0, height = 0] = (/viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(
      Number,
    );
    const sized = svg.replace(/width="100%"/, `width="${width}" height="${height}"`);
    return {
      url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`,
      width: Math.ceil(width),
      height: Math.ceil(height),
      words: readWords(svg),
    };
  } catch {
    return null;
  }
}

/** A label of several lines is one. */
function readWords(svg: string): string[] {
  const texts = new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("text");
  const labels = [...texts].map((text) => {
    const rows = text.children.length > 0 ? [...text.children] : [text];
    return rows
      .map((row) => row.textContent)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
  });
  return labels.filter((label) => label !== "");
}

const ownSettings = (
  "secure securityLevel startOnLoad maxTextSize maxEdges suppressErrorRendering htmlLabels flowchart " +
  "theme darkMode themeCSS themeVariables fontFamily altFontFamily"
).split(" ");

function toConfig(isDark: boolean) {
  return {
    startOnLoad: false,
    securityLevel: "strict" as const,
    // What the text of a diagram may not set.
    secure: [...ownSettings],
    maxTextSize: mostCharacters,
    maxEdges: mostEdges,
    suppressErrorRendering: true,
    theme: "base" as const,
    themeVariables: { darkMode: isDark, ...readColors() },
    fontFamily: "system-ui, sans-serif",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  };
}

/** What Mermaid's own theme is made from, as the page has it; the other colours follow from these. */
const colors = {
  background: "--paper",
  primaryColor: "--sunken",
  primaryTextColor: "--ink",
  primaryBorderColor: "--strong",
  secondaryColor: "--tint",
  secondaryTextColor: "--ink",
  secondaryBorderColor: "--mark",
  tertiaryColor: "--raised",
  tertiaryTextColor: "--ink",
  tertiaryBorderColor: "--hairline",
  lineColor: "--quiet",
  textColor: "--ink",
  titleColor: "--ink",
  edgeLabelBackground: "--paper",
  noteBkgColor: "--tint",
  noteTextColor: "--ink",
  noteBorderColor: "--mark",
};

function readColors(): Record<string, string> {
  const probe = document.body.appendChild(document.createElement("span"));
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.entries(colors).map(([name, token]) => [name, read(token)]);
  probe.remove();
  return Object.fromEntries(found);
}

/** Whether the page is dark now. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, readIsDark, () => false);
}

const darkQuery = "(prefers-color-scheme: dark)";

function subscribe(onChange: () => void): () => void {
  const left = new AbortController();
  matchMedia(darkQuery).addEventListener("change", onChange, { signal: left.signal });
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => {
    left.abort();
    observer.disconnect();
  };
}

function readIsDark(): boolean {
  const { classList } = document.documentElement;
  if (classList.contains("dark") || classList.contains("light")) return classList.contains("dark");
  return matchMedia(darkQuery).matches;
}

"use client";

import { createMermaidPlugin } from "@streamdown/mermaid";
import { useTranslations } from "next-intl";
import Image from "next/image";
import { useEffect, useId, useState, type ReactNode } from "react";

type Drawing = { source: string; image: { url: string; width: number; height: number } | null };

/** A Mermaid diagram as a picture: a picture can neither run a script nor fetch anything. */
export function Diagram({ source, fallback }: { source: string; fallback: ReactNode }) {
  const t = useTranslations("chat");
  const id = useId();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isLeft = false;
    void draw(`diagram-${id.replace(/\W/g, "")}`, source).then(
      (image) => !isLeft && setDrawing({ source, image }),
    );
    return () => {
      isLeft = true;
    };
  }, [id, source]);

  if (drawing?.source !== source) return fallback;
  if (drawing.image === null) {
    return (
      <>
        <p className="text-sm text-quiet">{t("diagram.failed")}</p>
        {fallback}
      </>
    );
  }
  return (
    <figure className="diagram">
      <Image
        unoptimized
        src={drawing.image.url}
        width={drawing.image.width}
        height={drawing.image.height}
        alt={t("diagram.label")}
      />
      <details>
        <summary>{t("diagram.source")}</summary>
        {fallback}
      </details>
    </figure>
  );
}

/** What makes the browser ask for something while a diagram is laid out: it stays text. */
const reaching = /\burl\s*\(|@import|\bimg\s*:/i;

async function draw(id: string, source: string): Promise<Drawing["image"]> {
  if (reaching.test(source)) return null;
  try {
    const { svg } = await createMermaidPlugin({ config: toConfig() })
      .getMermaid(toConfig())
      .render(id, source);
    const [, width = 0, height = 0] = (/viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(
      Number,
    );
    const sized = svg.replace(/width="100%"/, `width="${width}" height="${height}"`);
    return {
      url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`,
      width: Math.ceil(width),
      height: Math.ceil(height),
    };
  } catch {
    return null;
  }
}

const ownSettings = (
  "secure securityLevel startOnLoad maxTextSize maxEdges suppressErrorRendering htmlLabels flowchart " +
  "themeCSS themeVariables fontFamily altFontFamily"
).split(" ");

function toConfig() {
  return {
    startOnLoad: false,
    securityLevel: "strict" as const,
    // What the text of a diagram may not set.
    secure: [...ownSettings],
    suppressErrorRendering: true,
    theme: isDark() ? ("dark" as const) : ("neutral" as const),
    fontFamily: "system-ui, sans-serif",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  };
}

function isDark(): boolean {
  const { classList } = document.documentElement;
  if (classList.contains("dark") || classList.contains("light")) return classList.contains("dark");
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

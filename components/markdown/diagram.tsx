"use client";

import { useLocale, useTranslations } from "next-intl";
import { Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useId, useState, type CSSProperties, type ReactNode } from "react";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Picture } from "@/components/ui/picture";
import { scrollable } from "@/components/ui/scrollable";
import { Undrawn } from "./undrawn";
import { drawDiagram, useIsDark, type DrawnDiagram } from "./draw-diagram";

type DiagramDrawing = { source: string; image: DrawnDiagram | null };

/** A Mermaid diagram as a picture: a picture can neither run a script nor fetch anything. */
export function Diagram({ source, fallback }: { source: string; fallback: ReactNode }) {
  const t = useTranslations("chat.diagram");
  const id = useId();
  const isDark = useIsDark();
  const [drawing, setDrawing] = useState<DiagramDrawing | null>(null);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void drawDiagram(`diagram-${id.replace(/\W/g, "")}`, source, isDark).then(
      (image) => !isLeft && setDrawing({ source, image }),
    );
    return () => {
      isLeft = true;
    };
  }, [id, source, isDark]);

  if (drawing?.source !== source)
    return (
      <>
        {fallback}
        <Undrawn />
      </>
    );
  if (drawing.image === null) {
    return (
      <>
        <p className="text-sm text-quiet">{t("failed")}</p>
        {fallback}
      </>
    );
  }
  return (
    <figure className="diagram">
      <div className="code-head">
        <span>{t("name")}</span>
        <IconButton
          label={t("enlarge")}
          icon={<Maximize2 size={16} aria-hidden />}
          onClick={() => setLarge(true)}
          className="size-8 pointer-coarse:size-11"
        />
      </div>
      <div className="diagram-scroll">
        <DrawnPicture image={drawing.image} />
      </div>
      <details>
        <summary>{t("source")}</summary>
        {fallback}
      </details>
      <LargeDiagram image={drawing.image} isOpen={isLarge} onClose={() => setLarge(false)} />
    </figure>
  );
}

/** Its text alternative: the words in it. */
function DrawnPicture({ image: { url, width, height, words } }: { image: DrawnDiagram }) {
  const t = useTranslations("chat.diagram");
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { type: "unit" }).format(words);
  return <Picture src={url} width={width} height={height} alt={t("label", { words: list })} />;
}

const zooms = [1, 1.5, 2, 3, 4];

type LargeProps = { image: DrawnDiagram; isOpen: boolean; onClose: () => void };

/** As wide as the page, and larger step by step. */
function LargeDiagram({ image, isOpen, onClose }: LargeProps) {
  const t = useTranslations("chat");
  const [step, setStep] = useState(0);
  const buttons = [
    ["zoomOut", ZoomOut, step - 1],
    ["zoomIn", ZoomIn, step + 1],
  ] as const;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("diagram.name")}
      closeLabel={t("close")}
      className="w-[calc(100vw-2rem)]!"
    >
      <div className="flex">
        {buttons.map(([name, Icon, next]) => (
          <IconButton
            key={name}
            label={t(`diagram.${name}`)}
            icon={<Icon size={18} aria-hidden />}
            tip="bottom"
            aria-disabled={zooms[next] === undefined}
            onClick={() => setStep(zooms[next] === undefined ? step : next)}
            className="aria-disabled:opacity-50"
          />
        ))}
      </div>
      <div
        className="diagram-scroll"
        role="region"
        aria-label={t("diagram.name")}
        style={{ "--zoom": zooms[step] } as CSSProperties}
        {...scrollable}
      >
        <DrawnPicture image={image} />
      </div>
    </Dialog>
  );
}

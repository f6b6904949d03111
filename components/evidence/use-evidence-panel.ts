"use client";

import { useCallback, useRef, useState } from "react";
import type { EvidenceView, OpenEvidence } from "@/components/markdown/evidence-context";

/** What the panel shows and showed before. Closing gives the focus back to where it was opened from. */
export function useEvidencePanel() {
  const [views, setViews] = useState<EvidenceView[]>([]);
  /** How often something was opened, a step to the next statement not counted. */
  const [opened, setOpened] = useState(0);
  const opener = useRef<HTMLElement | null>(null);
  const open = useCallback<OpenEvidence>((view, from) => {
    opener.current = from;
    setViews([view]);
    setOpened((before) => before + 1);
  }, []);
  const show = useCallback((view: EvidenceView) => {
    setViews((before) => [...before, view]);
    setOpened((before) => before + 1);
  }, []);
  const replace = useCallback(
    (view: EvidenceView) => setViews((before) => [...before.slice(0, -1), view]),
    [],
  );
  const back = useCallback(() => {
    setViews((before) => before.slice(0, -1));
    setOpened((before) => before + 1);
  }, []);
  const close = useCallback(() => {
    setViews([]);
    opener.current?.focus();
  }, []);
  return {
    view: views.at(-1) ?? null,
    canGoBack: views.length > 1,
    opened,
    open,
    show,
    replace,
    back,
    close,
  };
}
export type EvidencePanelState = ReturnType<typeof useEvidencePanel>;

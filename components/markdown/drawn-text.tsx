"use client";

import { catchError } from "next/error";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useIsLive } from "@/components/ui/use-is-live";
import { weighElsewhere } from "./weigh-elsewhere";

type DrawnTextProps = {
  text: string;
  isStreaming?: boolean;
  /** The plain words, where they are not the text alone. */
  plain?: ReactNode;
  /** Called when the text was first drawn: what is looked for in it is there. */
  onDraw?: (() => void) | undefined;
  /** Draws the text, or as much of it as may be drawn so far. */
  children: (text: string) => ReactNode;
};

/**
 * Markdown of whoever wrote it: plain words from the server and until they are drawn, which happens in the
 * browser alone, and only where it does not hold up the page. Everything that draws Markdown stands in here.
 */
export function DrawnText({ text, isStreaming = false, plain = text, onDraw, children }: DrawnTextProps) {
  const { drawn, isHeavy } = useDrawable(text, isStreaming);
  const isTold = useRef(false);
  const tellOnce = () => {
    if (!isTold.current) onDraw?.();
    isTold.current = true;
  };
  if (drawn === null) return <PlainText words={plain} isHeavy={isHeavy} />;
  return (
    <Plainly words={plain}>
      <Suspense fallback={<PlainText words={plain} />}>
        {children(drawn)}
        {onDraw && <WhenDrawn onDraw={tellOnce} />}
      </Suspense>
    </Plainly>
  );
}

function PlainText({ words, isHeavy = false }: { words: ReactNode; isHeavy?: boolean }) {
  const t = useTranslations("evidence.text");
  return (
    <>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap" data-undrawn={isHeavy ? undefined : ""}>
        {words}
      </p>
      {isHeavy && <p className="mt-2 text-sm leading-5 text-quiet">{t("plain")}</p>}
    </>
  );
}

/** What cannot be drawn stands as it was written. */
const Plainly = catchError(({ words }: { words: ReactNode }) => <PlainText words={words} isHeavy />);

function WhenDrawn({ onDraw }: { onDraw: () => void }) {
  useEffect(onDraw, [onDraw]);
  return null;
}

/** In UTF-16 units: so much is drawn before anybody has weighed it, whatever it is. */
const free = 3_000;
/** A growing text is measured again after this many characters. */
const step = 1_500;

type Weighed = { text: string; isLight: boolean };
const nothing: Weighed = { text: "", isLight: true };

/** `drawn`: `null` as long as only plain words may stand there. */
function useDrawable(text: string, isStreaming: boolean): { drawn: string | null; isHeavy: boolean } {
  const isLive = useIsLive();
  const [weighed, setWeighed] = useState(nothing);
  const known = text.startsWith(weighed.text) ? weighed : nothing;
  const sample = isStreaming ? text.slice(0, text.length - (text.length % step)) : text;
  const isLong = sample.length >= (isStreaming ? step : free);
  const isAsked = isLive && known.isLight && isLong && sample.length > known.text.length;
  useEffect(() => {
    if (!isAsked) return;
    // What a longer part of the text weighs is known before, where that was asked later.
    void weighElsewhere(sample).then((isLight) =>
      setWeighed((before) => (before.text.startsWith(sample) ? before : { text: sample, isLight })),
    );
  }, [isAsked, sample]);
  if (!isLive || !known.isLight) return { drawn: null, isHeavy: !known.isLight };
  const isNew = text.length - known.text.length > free;
  return { drawn: isNew ? known.text || null : text, isHeavy: false };
}

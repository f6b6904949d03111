"use client";

import {
  isValidElement,
  lazy,
  memo,
  Suspense,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from "react";
import { WrapText } from "lucide-react";
import { useIsCodeFenceIncomplete, type ExtraProps } from "streamdown";
import { useTranslations } from "next-intl";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand";
import { scrollable } from "@/components/ui/scrollable";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { Undrawn } from "./undrawn";
import { type HighlightedToken, highlightCode } from "./highlight-code";

const Diagram = lazy(async () => ({ default: (await import("./diagram")).Diagram }));

/** For all code on the page, as long as it is open. */
const wrapStore = createStore(() => ({ isWrapped: false }));

/** Code with its language and a copy button, or, once it is complete, the diagram that it describes. */
export function CodeBlock({ children }: ComponentProps<"pre"> & ExtraProps) {
  const isIncomplete = useIsCodeFenceIncomplete();
  const { code, language } = readFence(children);
  const block = <FencedCode code={code} language={language} isIncomplete={isIncomplete} />;
  if (language !== "mermaid" || isIncomplete) return block;
  return (
    <Suspense fallback={<Waiting>{block}</Waiting>}>
      <Diagram source={code} fallback={block} />
    </Suspense>
  );
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Undrawn />
  </>
);

const FencedCode = memo(function FencedCode({
  code,
  language,
  isIncomplete,
}: {
  code: string;
  language: string;
  isIncomplete: boolean;
}) {
  const t = useTranslations("chat");
  const lines = useHighlightedLines(code, language, isIncomplete);
  const isWrapped = useStore(wrapStore, (store) => store.isWrapped);
  return (
    <div className="code-block" dir="ltr" data-wrap={isWrapped ? "" : undefined}>
      <div className="code-head">
        <span>{language || t("code.plain")}</span>
        <span className="flex">
          <IconButton
            label={t("code.wrap")}
            icon={<WrapText size={16} aria-hidden />}
            aria-pressed={isWrapped}
            onClick={() => wrapStore.setState({ isWrapped: !isWrapped })}
            className="size-8 aria-pressed:bg-tint aria-pressed:text-accent pointer-coarse:size-11"
          />
          <CopyButton text={code} label={t("code.copy")} doneLabel={t("copied")} tip="left" />
        </span>
      </div>
      <pre {...scrollable} aria-label={t("code.label", { language: language || t("code.plain") })}>
        <code>{lines === null ? code : lines.map((line, index) => <Line key={index} line={line} />)}</code>
      </pre>
    </div>
  );
});

function Line({ line }: { line: HighlightedToken[] }) {
  return (
    <>
      {line.map((token, index) => (
        <span key={index} style={toStyle(token)}>
          {token.text}
        </span>
      ))}
      {"\n"}
    </>
  );
}

/** Both themes' colours at once; the page's colour scheme picks one. */
function toStyle({ light, dark }: HighlightedToken): CSSProperties | undefined {
  return light === null || dark === null ? undefined : { color: `light-dark(${light}, ${dark})` };
}

function readFence(children: ReactNode): { code: string; language: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children))
    return { code: readText(children), language: "" };
  const language = /language-(\S+)/.exec(children.props.className ?? "")?.[1] ?? "";
  return { code: readText(children.props.children).replace(/\n$/, ""), language };
}

function readText(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(readText).join("");
  return typeof node === "string" || typeof node === "number" ? String(node) : "";
}

/** Colours a finished block; `null` until it is done, and for good when the language is unknown. */
function useHighlightedLines(
  code: string,
  language: string,
  isIncomplete: boolean,
): HighlightedToken[][] | null {
  const [done, setDone] = useState<{ code: string; lines: HighlightedToken[][] } | null>(null);
  useEffect(() => {
    if (isIncomplete || language === "" || code === "") return;
    const left = new AbortController();
    void highlightCode(code, language, left.signal).then((lines) => {
      if (lines !== null && !left.signal.aborted) startTransition(() => setDone({ code, lines }));
    });
    return () => left.abort();
  }, [code, language, isIncomplete]);
  return done?.code === code ? done.lines : null;
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, LinkButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { LinkQuestion } from "./links-context";

/** Shows a whole address that no source named, and what opening it tells whom, before it is reached. */
export function LinkDialog({ question, onClose }: { question: LinkQuestion; onClose: () => void }) {
  const t = useTranslations("consent.address");
  const parts = readAddress(question.url);
  if (parts === null) return null;
  const isMail = parts.before === "mailto:";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(question.kind === "picture" ? "loadTitle" : "openTitle")}
      closeLabel={t("cancel")}
    >
      <div className="grid gap-3 text-sm leading-5">
        <WholeAddress parts={parts} />
        {parts.isEncoded && <p className="text-partly">{t("encoded")}</p>}
        {parts.told.length > 0 && <Told told={parts.told} />}
        <p className="text-quiet">
          {isMail
            ? t("mail")
            : t(question.kind === "picture" ? "loadTells" : "openTells", { host: parts.host })}
        </p>
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <CopyAddress url={question.url} />
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Agree question={question} onClose={onClose} />
        </div>
      </div>
    </Dialog>
  );
}

function WholeAddress({ parts: { before, host, after } }: { parts: AddressParts }) {
  return (
    <p
      dir="ltr"
      className="max-h-48 overflow-y-auto rounded-lg bg-sunken px-3 py-2 font-mono text-xs leading-5 break-all text-quiet"
    >
      {before}
      <strong className="font-semibold text-ink">{host}</strong>
      {after}
    </p>
  );
}

/** The query in words: what is written in an address is easily overlooked. */
function Told({ told }: Pick<AddressParts, "told">) {
  const t = useTranslations("consent.address");
  return (
    <div>
      <p className="text-xs font-semibold text-quiet">{t("told")}</p>
      <dl className="max-h-40 overflow-y-auto">
        {told.map(({ name, value }, index) => (
          <div key={index} className="flex gap-2">
            <dt className="shrink-0 text-quiet">
              <bdi>{name}</bdi>
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Agree({ question, onClose }: { question: LinkQuestion; onClose: () => void }) {
  const t = useTranslations("consent.address");
  if (question.kind === "picture") {
    const agree = () => {
      question.onAgree();
      onClose();
    };
    return (
      <Button tone="primary" onClick={agree}>
        {t("load")}
      </Button>
    );
  }
  return (
    <LinkButton
      tone="primary"
      href={question.url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onClose}
    >
      {t("open")}
    </LinkButton>
  );
}

function CopyAddress({ url }: { url: string }) {
  const t = useTranslations("consent.address");
  const [isDone, setDone] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setDone(true),
      () => undefined,
    );
  return (
    <Button tone="quiet" onClick={copy} aria-live="polite" className="me-auto">
      {t(isDone ? "copied" : "copy")}
    </Button>
  );
}

/** An address taken apart for a person's eyes: what it is, whom it reaches, and what it tells there. */
type AddressParts = {
  before: string;
  /** As it is really written: letters of other scripts in their plain form. */
  host: string;
  after: string;
  /** Whether the host's name has letters of another script. */
  isEncoded: boolean;
  /** What it hands over, readable. */
  told: { name: string; value: string }[];
};

export function readAddress(text: string): AddressParts | null {
  const url = URL.parse(text);
  if (url === null) return null;
  const { protocol, username, password, host, pathname, search, hash } = url;
  const told = [...url.searchParams].map(([name, value]) => ({
    name: toVisible(name),
    value: toVisible(value),
  }));
  if (protocol === "mailto:")
    return { before: protocol, host: pathname, after: search, isEncoded: false, told };
  const person =
    username === "" && password === "" ? "" : `${username}${password === "" ? "" : `:${password}`}@`;
  return {
    before: `${protocol}//${person}`,
    host,
    after: pathname + search + hash,
    isEncoded: host.includes("xn--"),
    told,
  };
}

/** Marks that turn text around, or take no room, would show something else than is sent. */
function toVisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

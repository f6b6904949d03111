"use client";

import { useTranslations } from "next-intl";
import { useId, type Dispatch, type SetStateAction } from "react";
import { Button } from "@/components/ui/button";
import { isWhole, toEdited, type EditedMessage, type EditedPart } from "./edited-messages";
import { useRunWords } from "./use-run-words";

type Props = { messages: EditedMessage[]; onChange: Dispatch<SetStateAction<EditedMessage[]>> };

/** The messages of a call, each of whose parts is a text that can be edited, and which can be left out. */
export function PlaygroundMessages({ messages, onChange }: Props) {
  const t = useTranslations("runs.playground");
  const add = () =>
    onChange((before) => [
      ...before,
      toEdited({ role: "user", content: [{ type: "text", text: "" }] }, crypto.randomUUID()),
    ]);
  const change = (id: string, parts: EditedPart[]) =>
    onChange((before) => before.map((message) => (message.id === id ? { ...message, parts } : message)));
  return (
    <section aria-label={t("messages")} className="mt-6">
      <h2 className="text-base font-semibold">{t("messages")}</h2>
      <p className="text-sm leading-5 text-quiet">{t("messagesHelp")}</p>
      <ol className="mt-2 flex flex-col gap-4">
        {messages.map((message, index) => (
          <Message
            key={message.id}
            message={message}
            number={index + 1}
            onChange={(parts) => change(message.id, parts)}
            onRemove={() => onChange((before) => before.filter(({ id }) => id !== message.id))}
          />
        ))}
      </ol>
      <Button className="mt-3" onClick={add}>
        {t("add")}
      </Button>
    </section>
  );
}

type MessageProps = {
  message: EditedMessage;
  number: number;
  onChange: (parts: EditedPart[]) => void;
  onRemove: () => void;
};

function Message({ message: { origin, parts }, number, onChange, onRemove }: MessageProps) {
  const t = useTranslations("runs");
  const { toTool } = useRunWords();
  const name = `${number}. ${t(`detail.role.${origin.role}`)}`;
  return (
    <li>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{name}</h3>
        <Button tone="quiet" aria-label={t("playground.removeOf", { name })} onClick={onRemove}>
          {t("playground.remove")}
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        {parts.map((part, index) => (
          <PartField
            key={index}
            part={part}
            label={part.tool === null ? name : `${name}: ${toTool(part.tool)}`}
            onChange={(text) => onChange(parts.map((each, at) => (at === index ? { ...each, text } : each)))}
          />
        ))}
      </div>
    </li>
  );
}

type PartProps = { part: EditedPart; label: string; onChange: (text: string) => void };

function PartField({ part, label, onChange }: PartProps) {
  const t = useTranslations("runs.playground");
  const id = useId();
  const isRight = isWhole(part);
  return (
    <div>
      {part.tool !== null && <p className="text-xs leading-5 text-quiet">{label}</p>}
      <textarea
        dir="auto"
        rows={2}
        aria-label={label}
        aria-invalid={!isRight}
        aria-describedby={isRight ? undefined : id}
        value={part.text}
        onChange={(event) => onChange(event.target.value)}
        className="text-field h-auto! w-full resize-y [field-sizing:content] max-h-[40dvh] px-3 py-2 leading-6"
      />
      {!isRight && (
        <p id={id} className="text-sm leading-5 text-bad">
          {t("notJson")}
        </p>
      )}
    </div>
  );
}

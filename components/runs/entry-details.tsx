"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { scrollable } from "@/components/ui/scrollable";
import type { TraceEntryOf, TraceReply } from "@/lib/features/traces/shape/traces";
import { BranchForm } from "./branch-form";

/** What a row of a run's page opens to. */
export function EntryDetails({ trace, place }: { trace: TraceReply; place: number }) {
  const t = useTranslations("runs.detail");
  const entry = trace.entries[place];
  if (entry === undefined) return null;
  return (
    <div className="flex flex-col gap-3 px-2 pt-1 pb-4 text-sm">
      {trace.isWordless && <p className="text-quiet">{t("hidden")}</p>}
      {entry.kind === "call" && (
        <>
          <CallDetails trace={trace} call={entry} />
          {!trace.isWordless && <BranchForm call={countCalls(trace, place)} />}
        </>
      )}
      {entry.kind === "question" && (
        <>
          <p className="text-quiet">{entry.model}</p>
          <Block name={t("prompt")} value={`${entry.instructions}\n\n${entry.prompt}`} />
          <Block name={t("answer")} value={entry.answer} />
        </>
      )}
      {entry.kind === "tool" && (
        <>
          <p className="text-quiet">{t("attempts", { count: entry.attempts })}</p>
          <Block name={t("input")} value={entry.input} />
          <Block name={t("output")} value={toToolText(entry.output)} />
        </>
      )}
      {entry.kind === "attempt" && <ContextDetails attempt={entry} />}
      {entry.kind === "consent" && (
        <>
          {entry.reason !== null && <p>{t("why", { reason: entry.reason })}</p>}
          <Block name={t("input")} value={entry.input} />
        </>
      )}
      {entry.kind === "steer" && <Text>{entry.text}</Text>}
      {entry.kind === "note" && <Block name={entry.name} value={entry.data} />}
    </div>
  );
}

/** Which call of the model it is, from 1. */
function countCalls({ entries }: TraceReply, place: number): number {
  return entries.slice(0, place + 1).filter(({ kind }) => kind === "call").length;
}

/** What was sent, with what is new since the call before first, and what came back. */
function CallDetails({ trace, call }: { trace: TraceReply; call: TraceEntryOf<"call"> }) {
  const t = useTranslations("runs.detail");
  const find = (id: string) =>
    trace.entries.find(
      (entry): entry is TraceEntryOf<"message"> => entry.kind === "message" && entry.id === id,
    );
  const added = call.messages.slice(call.kept);
  const before = call.messages.slice(0, call.kept);
  const { standing } = call;
  return (
    <>
      {call.error !== null && <p className="text-bad">{t("error", { code: call.error.code })}</p>}
      <p className="text-quiet">
        {t("choice", { choice: call.toolChoice })}
        {standing !== null && ` · ${t("sent", { sent: standing.sent, given: standing.given })}`}
      </p>
      <Part name={t("prompt")}>
        {added.map((id, index) => (
          <Message key={`${id} ${index}`} message={find(id)} />
        ))}
      </Part>
      {before.length > 0 && (
        <Part name={t("whole", { count: before.length })} isFolded>
          {before.map((id, index) => (
            <Message key={`${id} ${index}`} message={find(id)} />
          ))}
        </Part>
      )}
      <Part name={t("answer")}>
        {call.answer.map((part, index) => (
          <AnswerPart key={index} part={part} />
        ))}
      </Part>
      <Part name={t("tools")} isFolded>
        <Text>{listTools(trace, call.tools).join(", ") || t("none")}</Text>
      </Part>
    </>
  );
}

function listTools(trace: TraceReply, id: string | null): string[] {
  const found = trace.entries.find((entry) => entry.kind === "tools" && entry.id === id);
  const tools = found?.kind === "tools" ? found.tools : [];
  return tools.flatMap((tool) =>
    typeof tool === "object" && tool !== null && "name" in tool ? [String(tool["name"])] : [],
  );
}

const roles = ["system", "user", "assistant", "tool"] as const;

function Message({ message }: { message: TraceEntryOf<"message"> | undefined }) {
  const t = useTranslations("runs.detail.role");
  if (message === undefined) return null;
  const role = roles.find((name) => name === message.role);
  return (
    <div>
      <h4 className="text-xs leading-5 text-quiet">{role === undefined ? message.role : t(role)}</h4>
      <Text>{toContentText(message.content)}</Text>
    </div>
  );
}

function AnswerPart({ part }: { part: TraceEntryOf<"call">["answer"][number] }) {
  if ("delta" in part && !part.type.startsWith("tool-input")) return <Text>{String(part["delta"])}</Text>;
  if (part.type === "tool-call")
    return <Text>{`${String(part["toolName"])} ${String(part["input"] ?? "")}`}</Text>;
  return null;
}

function ContextDetails({ attempt: { context, memories } }: { attempt: TraceEntryOf<"attempt"> }) {
  const t = useTranslations("runs.detail");
  return (
    <>
      <Block name={t("budget")} value={context.budget} />
      {context.files.length > 0 && <Text>{context.files.join(", ")}</Text>}
      <Part name={t("memories")}>
        {memories.length === 0 ? (
          <Text>{t("none")}</Text>
        ) : (
          <ul className="list-disc ps-5">
            {memories.map(({ id, text }) => (
              <li key={id} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  );
}

type PartProps = { name: string; isFolded?: boolean; children: ReactNode };

function Part({ name, isFolded = false, children }: PartProps) {
  if (!isFolded)
    return (
      <section>
        <h3 className="font-medium">{name}</h3>
        <div className="mt-1 flex flex-col gap-2">{children}</div>
      </section>
    );
  return (
    <details>
      <summary className="font-medium">{name}</summary>
      <div className="mt-1 flex flex-col gap-2">{children}</div>
    </details>
  );
}

function Block({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <Part name={name}>
      <Text>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</Text>
    </Part>
  );
}

function Text({ children }: { children: string }) {
  return (
    <p
      dir="auto"
      {...scrollable}
      className="max-h-80 overflow-y-auto rounded-lg bg-sunken p-2 text-[13px] leading-5 wrap-anywhere whitespace-pre-wrap"
    >
      {children}
    </p>
  );
}

/** A prompt's texts as they are, all else as JSON. */
function toContentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => {
      const isText = typeof part === "object" && part !== null && "text" in part;
      return isText && typeof part.text === "string" ? part.text : JSON.stringify(part, null, 2);
    })
    .join("\n\n");
}

/** What the model read of it, where there is that. */
function toToolText(output: unknown): unknown {
  const isText = typeof output === "object" && output !== null && "text" in output;
  return isText && typeof output.text === "string" ? output.text : output;
}

import { ArrowUp, RotateCcw, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState, type FormEvent } from "react";
import { Markdown } from "@/components/markdown/markdown";
import { SourcesContext } from "@/components/markdown/sources-context";
import { listDeeds } from "@/components/tools/views";
import { IconButton } from "@/components/ui/icon-button";
import { isComposing } from "@/components/ui/is-composing";
import { Problem } from "@/components/ui/problem";
import { scrollable } from "@/components/ui/scrollable";
import { Segments } from "@/components/ui/segments";
import { useReason } from "@/components/ui/use-reason";
import { readTurn } from "@/lib/client/message/read-turn";
import { countTrail } from "@/lib/client/message/summarize-trail";
import { maxTrialText } from "@/lib/features/agents/shape/agents";
import { builtInAgentId } from "@/lib/features/agents/shape/built-in-agent";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toWhole, type AgentForm } from "./use-agent-form";
import { useAgentTrial, type TrialAnswer, type TrialSide } from "./use-agent-trial";

const sidesOf = { draft: ["draft"], published: ["published"], both: ["draft", "published"] } as const;
type Which = keyof typeof sidesOf;

/** A small chat beside the editor: the agent as it is written now, as it is published, or both. */
export function AgentTrial({ form: { base, draft } }: { form: AgentForm }) {
  const t = useTranslations("admin.agents.trial");
  const isBuiltIn = base?.id === builtInAgentId;
  const [which, setWhich] = useState<Which>(isBuiltIn ? "published" : "draft");
  const trial = useAgentTrial((side) =>
    side === "published" && base !== null
      ? { id: base.id }
      : { draft: { ...toWhole(draft), name: draft.name.trim() || t("unnamed") }, of: base?.id ?? null },
  );
  return (
    <section aria-label={t("title")} className="flex h-full min-h-96 flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className={base === null || isBuiltIn ? "font-medium" : "sr-only"}>{t("title")}</h2>
        {base !== null && !isBuiltIn && (
          <Segments
            label={t("which")}
            value={which}
            options={(Object.keys(sidesOf) as Which[]).map((value) => ({ value, name: t(value) }))}
            onChoose={setWhich}
          />
        )}
        <IconButton
          label={t("startOver")}
          icon={<RotateCcw size={16} aria-hidden />}
          disabled={trial.isRunning}
          onClick={trial.startOver}
        />
      </div>
      <div {...scrollable} aria-label={t("answers")} role="log" className="min-h-0 flex-1 overflow-y-auto">
        {trial.turns.map(({ id, text, answers }) => (
          <div key={id} className="grid gap-3 pb-6">
            <p dir="auto" className="w-fit rounded-xl bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
            {(Object.entries(answers) as [TrialSide, TrialAnswer][]).map(([side, answer]) => (
              <Answer key={side} name={t(side)} answer={answer} />
            ))}
          </div>
        ))}
      </div>
      <p className="text-small text-quiet">{t("help")}</p>
      <QuestionForm
        isRunning={trial.isRunning}
        onAsk={(text) => trial.ask(text, sidesOf[which])}
        onStop={trial.stop}
      />
    </section>
  );
}

type FormProps = {
  isRunning: boolean;
  /** Gives `false` where the question was not taken. */
  onAsk: (text: string) => Promise<boolean>;
  onStop: () => void;
};

function QuestionForm({ isRunning, onAsk, onStop }: FormProps) {
  const t = useTranslations("admin.agents.trial");
  const [text, setText] = useState("");
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const asked = text.trim();
    if (asked === "" || isRunning) return;
    setText("");
    const isTaken = await onAsk(asked);
    if (!isTaken) setText((typed) => typed || asked);
  }
  return (
    <form onSubmit={(event) => void send(event)} className="flex items-end gap-2">
      <textarea
        aria-label={t("question")}
        placeholder={t("question")}
        dir="auto"
        rows={2}
        maxLength={maxTrialText}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="text-field h-auto! min-w-0 flex-1 resize-none px-3 py-2 leading-6"
      />
      {isRunning ? (
        <IconButton label={t("stop")} icon={<Square size={16} aria-hidden />} onClick={onStop} />
      ) : (
        <IconButton type="submit" label={t("send")} icon={<ArrowUp size={18} aria-hidden />} tone="solid" />
      )}
    </form>
  );
}

function Answer({ name, answer: { isRunning, message, failure } }: { name: string; answer: TrialAnswer }) {
  const t = useTranslations("admin.agents.trial");
  const explain = useReason();
  return (
    <article aria-label={name} aria-busy={isRunning} className="grid min-w-0 gap-2">
      <h3 className="text-xs text-quiet">{name}</h3>
      {message === null && isRunning && <p className="text-sm text-quiet">{t("working")}</p>}
      {message !== null && <Reply message={message} isRunning={isRunning} />}
      <Problem>{failure !== null && explain(failure)}</Problem>
    </article>
  );
}

function Reply({ message, isRunning }: { message: ChatMessage; isRunning: boolean }) {
  const t = useTranslations("admin.agents.trial");
  const tTools = useTranslations("tools");
  const tTrail = useTranslations("chat.trail");
  const { steps, answer, sources } = useMemo(() => readTurn(message), [message]);
  const byNumber = useMemo(() => new Map(sources.map((source) => [source.number, source])), [sources]);
  const deeds = listDeeds(countTrail(steps).calls, tTools, tTrail).join(tTrail("comma"));
  const hasFailed = !isRunning && answer === "";
  return (
    <>
      {(deeds !== "" || (isRunning && answer === "")) && (
        <p className="text-sm text-quiet first-letter:uppercase">{deeds || t("working")}</p>
      )}
      <SourcesContext value={byNumber}>
        <Markdown text={answer} isStreaming={isRunning} markKeys={null} />
      </SourcesContext>
      {hasFailed && <p className="text-sm text-bad">{t("noAnswer")}</p>}
    </>
  );
}

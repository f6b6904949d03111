import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useRun } from "@/components/admin/use-run";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { readQuestionLines, toQuestionLines } from "@/lib/client/question-lines";
import { QuestionForm } from "./question-form";
import { RatedQuestions } from "./rated-questions";
import type { Laboratory } from "./use-laboratory";

/** Where questions come from: by hand, from rated answers, from files; and a file of them. */
export function QuestionTools({ laboratory }: { laboratory: Laboratory }) {
  const t = useTranslations("admin.laboratory");
  const common = useTranslations("common");
  const [opened, setOpened] = useState<"add" | "rated" | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const { run, reason } = useRun();
  const close = () => setOpened(null);
  async function importFile(chosen: File): Promise<string | null> {
    const read = readQuestionLines(await chosen.text());
    if (!read.ok) return t("badLine", { line: read.line });
    return laboratory.add({ questions: read.questions, from: "file" });
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpened("add")}>{t("add")}</Button>
      <Button onClick={() => setOpened("rated")}>{t("rated")}</Button>
      <Button title={t("importHelp")} onClick={() => file.current?.click()}>
        {t("import")}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".jsonl,.json,application/jsonl,text/plain"
        aria-label={t("import")}
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void run(() => importFile(chosen));
          target.value = "";
        }}
      />
      {laboratory.questions.length > 0 && (
        <Button onClick={() => save(toQuestionLines(laboratory.questions))}>{t("export")}</Button>
      )}
      {reason !== null && (
        <p role="alert" className="w-full text-sm text-bad">
          {t("failed", { reason })}
        </p>
      )}
      <Dialog isOpen={opened === "add"} onClose={close} title={t("addTitle")} closeLabel={common("close")}>
        <QuestionForm laboratory={laboratory} onDone={close} />
      </Dialog>
      <Dialog isOpen={opened === "rated"} onClose={close} title={t("rated")} closeLabel={common("close")}>
        <RatedQuestions laboratory={laboratory} onDone={close} />
      </Dialog>
    </div>
  );
}

function save(lines: string): void {
  const url = URL.createObjectURL(new Blob([lines], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "questions.jsonl";
  link.click();
  URL.revokeObjectURL(url);
}

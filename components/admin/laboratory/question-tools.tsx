import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useAction } from "@/components/ui/use-action";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { download } from "@/lib/client/download";
import { readQuestionLines, toQuestionLines } from "./question-lines";
import { QuestionForm } from "./question-form";
import { RatedQuestions } from "./rated-questions";
import type { LaboratoryState } from "./use-laboratory";

/** Where questions come from: by hand, from rated answers, from files; and a file of them. */
export function QuestionTools({ laboratory }: { laboratory: LaboratoryState }) {
  const t = useTranslations("admin.laboratory");
  const [opened, setOpened] = useState<"add" | "rated" | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const { run, reason } = useAction();
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
      <Problem className="w-full">{reason !== null && t("failed", { reason })}</Problem>
      {opened === "add" && <QuestionForm laboratory={laboratory} onClose={close} />}
      {opened === "rated" && <RatedQuestions laboratory={laboratory} onClose={close} />}
    </div>
  );
}

function save(lines: string): void {
  const url = URL.createObjectURL(new Blob([lines], { type: "application/jsonl" }));
  download(url, "questions.jsonl");
  URL.revokeObjectURL(url);
}

import type { Checkpoint } from "@/lib/protocol/settings-fields";

/** As `Language` of `lib/engine/loop`: what we write ourselves is English or Chinese. */
type Language = "en" | "zh";

/** What the person is asked at a checkpoint: the first choice goes on. */
export type CheckpointWords = { text: string; choices: [string, string]; fallback: string };

/** `cents`: what a task may cost; `problem`: why one failed. */
export function checkpointWords(
  language: Language,
  about:
    | { kind: Extract<Checkpoint, "step">; title: string; cents: number }
    | { kind: "error"; title: string; problem: string },
): CheckpointWords {
  const isChinese = language === "zh";
  if (about.kind === "step") {
    const cents = about.cents.toFixed(about.cents < 1 ? 2 : 0);
    const choices: [string, string] = isChinese ? ["执行", "跳过"] : ["Do it", "Skip it"];
    const text = isChinese
      ? `步骤“${about.title}”预计花费约 ${cents} 美分。要执行吗？`
      : `The step “${about.title}” may cost about ${cents} ¢. Do it?`;
    return { text, choices, fallback: choices[1] };
  }
  const choices: [string, string] = isChinese
    ? ["换个办法", "不做这一步"]
    : ["Try another way", "Leave it out"];
  const text = isChinese
    ? `步骤“${about.title}”没有完成：${about.problem} 接下来怎么办？`
    : `The step “${about.title}” failed: ${about.problem} What next?`;
  return { text, choices, fallback: choices[0] };
}

/** `both`: to tell both sides. */
export function conflictWords(language: Language, subject: string): { text: string; both: string } {
  return language === "zh"
    ? { text: `关于“${subject}”，结果不一致。应以哪一个为准？`, both: "两者都写明" }
    : { text: `The results disagree on ${subject}. Which one holds?`, both: "Tell both" };
}

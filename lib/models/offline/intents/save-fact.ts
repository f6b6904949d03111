import { inLanguage, type Intent } from "@/lib/models/offline/task";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** `Remember that …`, `My name is …`, `记住…`, `我叫…`: kept in the person's own words. */
export const saveFact: Intent = ({ question, original }) => {
  const { language } = question;
  const content = findFact(original.trim());
  if (content === null) return null;
  return createCallTask({
    call: { tool: "memory_save", input: { facts: [{ content, ...sortFact(content) }] } },
    thought: inLanguage(language, "You tell me something to keep, so I save it.", "你告诉了我需要记住的事，我把它保存下来。"),
    report: (output) => ({
      thought: inLanguage(language, "Memory has answered.", "记忆工具有了结果。"),
      text: reportSaved(output, language),
    }),
  });
};

const commands = [
  /^(?:please\s+|can you\s+|could you\s+)?(?:remember|note|memori[sz]e|keep in mind|don['’]t forget|save)\s+(?:that\s+|this:?\s*|for me\s*)?(?!when\b|what\b|who\b|how\b|where\b|why\b|the time when\b)(.{3,480})$/isu,
  /^(?:请|帮我|请你|麻烦)?(?:记住|记一下|记下|别忘了|不要忘记|牢记)[：:，,]?\s*(?:这一点[：:，,]?)?(.{2,480})$/su,
];
const statements = [
  /^((?:hi,?\s+|hello,?\s+)?(?:my name(?:'s| is)|i am called|call me|i'm called)\s+.{1,80})$/isu,
  /^((?:你好[，,!！]?)?(?:我叫|我的名字是|我的名字叫|叫我)(?!什么|啥).{1,40})$/su,
];

function findFact(text: string): string | null {
  if (/[?？]\s*$/u.test(text) || /^我(?:叫|的名字)(?:是|叫)?(?:什么|啥)/u.test(text)) return null;
  for (const pattern of [...commands, ...statements]) {
    const fact = pattern
      .exec(text)?.[1]
      ?.replace(/^(?:hi|hello),?\s+|^你好[，,!！]?/iu, "")
      .replace(/[.。!！]+$/u, "")
      .trim();
    if (fact !== undefined && fact.length >= 3) return fact.charAt(0).toUpperCase() + fact.slice(1);
  }
  return null;
}

function sortFact(content: string) {
  const isProfile =
    /\b(?:name|called|call me|live|born|birthday|age|years old|work|job|married|wife|husband|from|allergic)\b|我叫|名字|住|生日|出生|岁|工作|职业|过敏|来自|结婚/iu.test(
      content,
    );
  if (isProfile) return { category: "profile", tier: "core" };
  if (/\b(?:project|deadline|launch|release|client)\b|项目|截止|上线/iu.test(content)) return { category: "project", tier: "important" };
  if (/\b(?:code|typescript|python|javascript|linux|editor|framework|database)\b|代码|编程|框架|数据库/iu.test(content))
    return { category: "technical", tier: "important" };
  return { category: "preference", tier: "important" };
}

function reportSaved(output: string, language: "en" | "zh"): string {
  const saved = [...output.matchAll(/^Saved: (.+)$/gmu)].map((match) => match[1] ?? "");
  const skipped = [...output.matchAll(/^Not saved: (.+)$/gmu)].map((match) => match[1] ?? "");
  const lines = [
    ...saved.map((fact) => inLanguage(language, `I will remember this: ${fact}`, `我记住了：${fact}`)),
    ...skipped.map((why) => inLanguage(language, `I did not save this: ${why}`, `没有保存：${why}`)),
  ];
  return lines.length === 0 ? output.trim() : lines.join("\n\n");
}

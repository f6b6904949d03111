import { findTopicsOfFact } from "@/lib/models/offline/memory/find-topics";
import { inLanguage, type Intent } from "@/lib/models/offline/task";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** `Remember that …`, `My name is …`, `记住…`, `我叫…`: kept in the person's own words. */
export const saveFact: Intent = ({ question, original }) => {
  const { language } = question;
  const facts = findFacts(original.trim());
  if (facts.length === 0) return null;
  return createCallTask({
    call: {
      tool: "memory_save",
      input: { facts: facts.map((content) => ({ content, ...sortFact(content) })) },
    },
    thought: inLanguage(
      language,
      "You tell me something to keep, so I save it.",
      "你告诉了我需要记住的事，我把它保存下来。",
    ),
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

/** As many as the tool takes at once. */
const mostFacts = 10;
/** Told as “… and that I …” they are several. */
const nextFact = /,?\s+and\s+that\s+(?=(?:i|my|we|our)\b)/iu;

function findFacts(text: string): string[] {
  if (/[?？]\s*$/u.test(text) || /^我(?:叫|的名字)(?:是|叫)?(?:什么|啥)/u.test(text)) return [];
  for (const pattern of [...commands, ...statements]) {
    const fact = pattern
      .exec(text)?.[1]
      ?.replace(/^(?:hi|hello),?\s+|^你好[，,!！]?/iu, "")
      .replace(/[.。!！]+$/u, "")
      .trim();
    if (fact !== undefined && fact.length >= 3)
      return fact.split(nextFact, mostFacts).map((one) => one.charAt(0).toUpperCase() + one.slice(1));
  }
  return [];
}

/** Who somebody is stays for good, what they are busy with for a month. */
function sortFact(content: string) {
  const { ids } = findTopicsOfFact(content);
  if (passing.test(content)) return { category: "project", tier: "context" };
  if (/\b(?:project|deadline|launch|release|client)\b|项目|截止|上线/iu.test(content))
    return { category: "project", tier: "context" };
  if (ids.has("code") || /\b(?:code|linux|framework|database)\b|代码|编程|框架|数据库/iu.test(content))
    return { category: "technical", tier: "important" };
  if (profileTopics.some((topic) => ids.has(topic))) return { category: "profile", tier: "core" };
  return { category: "preference", tier: "important" };
}

const profileTopics = [
  "name",
  "home",
  "work",
  "age",
  "birthday",
  "birthplace",
  "allergy",
  "marriage",
  "anniversary",
  "wife",
  "husband",
  "partner",
  "son",
  "daughter",
  "child",
  "blood",
];
const passing =
  /\b(?:currently|at the moment|these days|right now|for now|this (?:week|month|quarter|semester)|busy with|preparing|working on)\b|最近|目前|眼下|正在|暂时|在准备|在忙|这(?:一?周|个?星期|个月|几天|阵子|学期)/iu;

function reportSaved(output: string, language: "en" | "zh"): string {
  const saved = [...output.matchAll(/^Saved: (.+)(?:\nThis takes the place of: (.+))?$/gmu)].map((match) =>
    saySaved(match[1] ?? "", match[2], language),
  );
  const skipped = [...output.matchAll(/^Not saved: (.+)$/gmu)].map((match) =>
    saySkipped(match[1] ?? "", language),
  );
  return [...saved, ...skipped].join("\n\n") || output.trim();
}

function saySaved(fact: string, replaced: string | undefined, language: "en" | "zh"): string {
  const kept = inLanguage(language, `I will remember this: ${fact}`, `我记住了：${fact}`);
  if (replaced === undefined) return kept;
  return `${kept}\n\n${inLanguage(language, `It takes the place of what you told me before: ${replaced}`, `它取代了你之前告诉我的：${replaced}`)}`;
}

function saySkipped(why: string, language: "en" | "zh"): string {
  const [, said, kept] =
    /^(.+?): (?:it is )?(?:known already|already known)(?: \(“(.+)”\))?/u.exec(why) ?? [];
  if (said !== undefined)
    return inLanguage(language, `I know that already: ${kept ?? said}`, `这个我已经记住了：${kept ?? said}`);
  const told = why.replace(/^\(not repeated\): /u, "");
  return inLanguage(language, `I did not save this: ${told}`, `没有保存：${told}`);
}

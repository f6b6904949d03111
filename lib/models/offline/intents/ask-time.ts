import { detectLanguage, type Language } from "@/lib/models/offline/language";
import { writeChineseDigits, writeEnglishDigits } from "@/lib/models/offline/numerals";
import { inLanguage, type Intent } from "@/lib/models/offline/task";
import { findZones } from "@/lib/models/offline/time-zones";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** The time, the date, another zone's time, or a date some days away. */
export const askTime: Intent = ({ question }) => {
  const { text } = question;
  if (!asksTime(text)) return null;
  const zones = findZones(text);
  const place = zones.length === 0 ? findUnknownPlace(text) : null;
  const offset = findOffset(text);
  const [timezone = place ?? undefined, ...compare] = zones;
  const input = {
    ...(timezone === undefined ? {} : { timezone }),
    ...(compare.length === 0 ? {} : { compare }),
    ...(offset === null ? {} : { offset }),
  };
  return createCallTask({
    call: { tool: "get_current_time", input },
    thought: inLanguage(
      question.language,
      "This asks for the time or a date, so I look at the clock.",
      "这个问题问的是时间或日期，我来看时钟。",
    ),
    report: (output) => ({
      thought: inLanguage(question.language, "The clock has answered.", "时钟给出了答案。"),
      text: reportTime(output, offset, question.language),
    }),
  });
};

function asksTime(text: string): boolean {
  return detectLanguage(text) === "zh"
    ? chinese.some((pattern) => pattern.test(text))
    : english.some((pattern) => pattern.test(text));
}

const english = [
  /\bwhat(?:'s| is|s) (?:the )?(?:current |exact |local )?(?:time|date)\b(?! (?:of|was|when|did|complexity|zone)\b)/iu,
  /\bwhat (?:was|will be) the (?:date|day)\b.*\b(?:ago|days?|weeks?|months?|yesterday|tomorrow)\b/iu,
  /\bwhat(?:'s| is) today(?:'s date)?\b|\btoday's date\b|\bcurrent (?:time|date)\b/iu,
  /\bwhat (?:time|day|date|year|month) (?:is it|is today|is tomorrow|was yesterday|will it be|was it)\b|\bwhich day is\b/iu,
  /\b(?:what|which) (?:date|day|weekday)\b.*\b(?:from now|from today|ago|in (?:\d+|[a-z]+) (?:business )?(?:days?|weeks?|months?|years?))\b/iu,
  /\btime difference\b|\bhow many hours (?:ahead|behind|is)\b.*\b(?:ahead|behind)\b/iu,
  /\b(?:do you (?:have|know)|tell me|give me) the (?:time|date)\b/iu,
  /^(?:the )?time (?:now )?in \p{Lu}/iu,
];
const chinese = [
  /(?:现在|当前|此刻|目前).{0,8}(?:几点|时间|几号|日期)|几点(?:了|钟|[？?]|$)/u,
  /(?:今天|明天|后天|昨天|前天|大后天|现在).{0,6}(?:几号|多少号|星期几|周几|礼拜几|日期|几月)/u,
  /(?:天|周|星期|月|年|日)(?:之?后|以后|之?前|以前).{0,6}(?:几号|星期几|周几|礼拜几|什么日期|哪一天|是什么日子|几月)/u,
  /时差|(?:今天|现在)的?(?:日期|时间)/u,
];

function findOffset(text: string): string | null {
  const simple = simpleOffsets.find(([pattern]) => pattern.test(text));
  if (simple !== undefined) return simple[1];
  const english = writeEnglishDigits(text);
  const ahead =
    /\b(?:in )?(\d+) (business days?|working days?|days?|weeks?|months?|years?|hours?|minutes?)(?: (from now|from today|later|ago))?/iu.exec(
      english,
    );
  if (ahead !== null)
    return `${ahead[1]} ${(ahead[2] ?? "days").replace(/^working/iu, "business")} ${/ago/iu.test(ahead[3] ?? "") ? "ago" : "from now"}`;
  const han = /(\d+)\s*个?(工作日|天|日|周|星期|礼拜|月|年|小时|分钟)(?:之|以)?(后|前)/u.exec(
    writeChineseDigits(text),
  );
  if (han === null) return null;
  return `${han[1]} ${chineseUnits[han[2] ?? ""] ?? "days"} ${han[3] === "前" ? "ago" : "from now"}`;
}

const simpleOffsets: [RegExp, string][] = [
  [/\bday after tomorrow\b|(?<!大)后天/iu, "2 days from now"],
  [/\btomorrow\b|明天/iu, "1 day from now"],
  [/\byesterday\b|昨天/iu, "1 day ago"],
];
const chineseUnits: Record<string, string> = {
  工作日: "business days",
  天: "days",
  日: "days",
  周: "weeks",
  星期: "weeks",
  礼拜: "weeks",
  月: "months",
  年: "years",
  小时: "hours",
  分钟: "minutes",
};

/** A place that is named and not in the table goes to the tool as it is, whose answer says what zones look like. */
function findUnknownPlace(text: string): string | null {
  return (
    /\btime\b.*\bin (?!(?:an?|the|my|your|one|two)\b)(\p{L}[\p{L}/_ ]{2,40}?)(?: right)?(?: now)?\s*\??$/iu.exec(
      text,
    )?.[1] ?? null
  );
}

function reportTime(output: string, offset: string | null, language: Language): string {
  const [now = "", ...rest] = output
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const shifted = rest.find((line) => offset !== null && line.startsWith(offset));
  if (shifted !== undefined)
    return inLanguage(language, `${shifted}.\n\nIt is now ${now}.`, `${shifted}。\n\n现在是 ${now}。`);
  const lead = inLanguage(language, `It is ${now}.`, `现在是 ${now}。`);
  return rest.length === 0 ? lead : `${lead}\n\n${rest.map((line) => `- ${line.trim()}`).join("\n")}`;
}

import { listWords, isStopWord } from "@/lib/language/words";
import {
  inLanguage,
  say,
  sayFacts,
  sayFailure,
  sayMissingTool,
  sayNeedsModel,
  type PlannedCall,
  type GuideStep,
} from "./answers";
import { findDays, findExpression } from "./arithmetic";
import { findConversion } from "./conversions";
import { ownName } from "./facts";
import { addressPattern, lookUp, readAddresses, toKeywords } from "./look-up";
import type { PromptReading } from "./prompt-reader";
import { findFailure } from "./tool-texts";

/** What to do now. A call that has to be made is made, also where the guide would answer at once. */
export function decide(reading: PromptReading): GuideStep {
  const step = chooseStep(reading);
  if (step.kind === "act" || !reading.mustCall) return step;
  const { offered, question, language } = reading;
  const reason = inLanguage(language, "Nothing has to be looked up.", "不需要查找。");
  const call = [
    { tool: "answer_directly", input: { reason } },
    { tool: "get_current_time", input: {} },
    { tool: "web_search", input: { query: question.slice(0, 300) } },
  ].find(({ tool }) => offered.has(tool));
  return call === undefined ? step : { kind: "act", thought: "", calls: [call] };
}

function chooseStep(reading: PromptReading): GuideStep {
  const { calls, language, offered, question } = reading;
  const memory = findMemoryRequest(question);
  if (memory !== null) return answerMemory(memory, reading);
  const urls = [...question.matchAll(addressPattern)].map(([url]) =>
    url.replace(/(?<![.,;:!?])[.,;:!?]+$/u, ""),
  );
  if (urls.length > 0) return readAddresses([...new Set(urls)].slice(0, 3), reading);
  const description = findPicture(question);
  if (description !== null && offered.has("image_generate"))
    return callOnce({ tool: "image_generate", input: { description } }, reading, () =>
      inLanguage(language, `Here is the picture: ${description}`, `图片已生成：${description}`),
    );
  const expression = findConversion(question) ?? findDays(question) ?? findExpression(question);
  if (expression !== null)
    return callOnce({ tool: "calculate", input: { expression } }, reading, (output) => {
      const [, result = output] = /^.*? ([=≈] .+)$/su.exec(output) ?? [];
      return `${result === output ? "" : `${expression} `}${result}${inLanguage(language, ".", "。")}`;
    });
  const time = findTimeRequest(question);
  // What the clock does not know as a place was no question about the time there.
  const isNoPlace = calls.some(({ tool, output }) => tool === "get_current_time" && isFailure(output));
  if (time !== null && !isNoPlace)
    return callOnce({ tool: "get_current_time", input: time }, reading, (output) =>
      inLanguage(language, `It is ${output}.`, `现在是 ${output}。`),
    );
  return isQuestion(question) ? lookUp(reading) : sayNeedsModel(language);
}

const isFailure = (output: string | null) => findFailure(output ?? "") !== null;

/** By its form alone: it has a word to look for, and either asks or is longer than a greeting. */
function isQuestion(text: string): boolean {
  if (toKeywords(text) === "") return false;
  return /[?？]/u.test(text) || (listWords(text).length > 2 && !/[!！]$/u.test(text));
}

/** A description behind "draw" or 画 at the beginning of a message. */
function findPicture(text: string): string | null {
  const found = /^(?:(?:please )?draw (?:me )?|(?:请|帮我|请帮我)?画)(.{3,1500}?)([.。!！]*|[?？])$/isu.exec(
    text,
  );
  return found === null || /[?？]/u.test(found[2] ?? "") ? null : (found[1] ?? null);
}

function answerMemory(request: MemoryRequest, reading: PromptReading): GuideStep {
  const { language, facts, offered } = reading;
  switch (request.kind) {
    case "save": {
      const sort = request.isName ? { category: "profile", tier: "core" } : {};
      const input = { facts: [{ content: request.content, ...sort }] };
      return callOnce({ tool: "memory_save", input }, reading, (output) =>
        output
          .replace(/^Saved: /gmu, inLanguage(language, "I will remember this: ", "我记住了："))
          .replace(
            /^Not saved: (?:\(not repeated\): )?/gmu,
            inLanguage(language, "I did not save this: ", "没有保存："),
          )
          .replace(/^This takes the place of: /gmu, inLanguage(language, "It replaces: ", "它取代了："))
          .replaceAll("\n", "\n\n"),
      );
    }
    case "forget":
      return say(
        language,
        "I cannot delete what is remembered from here. Open Memory in the sidebar: each entry there can be edited or deleted.",
        "我不能在对话里删除记忆。请打开侧边栏的“记忆”页面：那里可以修改或删除每一条。",
      );
    case "list": {
      if (facts.length === 0 && !offered.has("memory_save")) return sayMissingTool("memory_save", reading);
      if (facts.length === 0)
        return say(language, "Nothing is remembered about you yet.", "目前还没有记住关于你的任何事。");
      return sayFacts(facts, language);
    }
  }
}

/** Makes a call and then reports what came back, or says why that is not possible. */
function callOnce(call: PlannedCall, reading: PromptReading, report: (output: string) => string): GuideStep {
  const { calls, language, offered } = reading;
  const seen = calls.find(({ tool }) => tool === call.tool);
  if (seen === undefined)
    return offered.has(call.tool)
      ? { kind: "act", thought: "", calls: [call] }
      : sayMissingTool(call.tool, reading);
  const failure = findFailure(seen.output ?? "");
  if (failure !== null) return sayFailure(call.tool, failure, language);
  return { kind: "say", text: report((seen.output ?? "").trim()) };
}

/** What a message asks of memory in one of the few set phrases that are known without a model. */
type MemoryRequest =
  { kind: "save"; content: string; isName: boolean } | { kind: "forget" } | { kind: "list" };

/** `null` for every other message, and for one that asks something back ("Remember when …?"). */
function findMemoryRequest(message: string): MemoryRequest | null {
  const text = message.trim();
  if (asksForAll.test(text)) return { kind: "list" };
  if (/[?？]$/u.test(text)) return null;
  if (forget.some((pattern) => saysSomething(pattern.exec(text)?.[1]))) return { kind: "forget" };
  for (const pattern of remember) {
    const content = tidy(pattern.exec(text)?.[1]);
    if (saysSomething(content)) return { kind: "save", content, isName: false };
  }
  const name = tidy(ownName.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined));
  return saysSomething(name) ? { kind: "save", content: name, isName: true } : null;
}

const asksForAll =
  /^(?:so,? |and )?what (?:do|did) you (?:know|remember) about me\W*$|^(?:关于我[，,]?)?你(?:都|还)?(?:知道|记得|了解)(?:关于)?我(?:的)?(?:什么|哪些|些什么)(?:事情?|信息)?[\s？?。]*$|^关于我[，,]?你(?:都|还)?(?:知道|记得)(?:些)?什么[\s？?。]*$/iu;
const remember = [
  /^(?:please,? )?(?:remember|don['’]t forget|do not forget)\b(?: that\b)?[\s:,]*(.{2,480})$/isu,
  /^(?:请你?|麻烦你?|帮我)?(?:记住|记得|别忘了|不要忘了|不要忘记)[\s：:，,]*(.{2,480})$/su,
];
const forget = [
  /^(?:please,? )?forget\b(?: that\b)?[\s:,]*(.{2,480})$/isu,
  /^(?:请你?|麻烦你?)?(?:忘了|忘掉|忘记)[\s：:，,]*(.{2,480})$/su,
  /^(?:请你?|麻烦你?)?把(.{1,480})(?:忘了|忘掉|忘记)(?:吧)?[。！!]*$/su,
];
function tidy(content: string | undefined): string {
  const text = (content ?? "").replace(/(?<![\s.。!！])[\s.。!！]+$/u, "").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a word is left beside function words: "Remember that." names nothing to keep. */
function saysSomething(content: string | undefined): content is string {
  return listWords(content ?? "").some(({ text }) => !isStopWord(text));
}

/** The clock's input when a message asks for the time or the date now, else `null`. */
function findTimeRequest(message: string): { timezone?: string } | null {
  const text = message.trim();
  const asked = asksTime.find((pattern) => pattern.test(text));
  if (asked === undefined) return null;
  const place = asked.exec(text)?.groups?.["place"]?.trim();
  return place === undefined || place === "" ? {} : { timezone: findZone(place) };
}

const now = "(?:right now|now|today|at the moment)";
const asksTime = [
  new RegExp(
    `^(?:please )?(?:(?:can you )?tell me |do you know )?(?:what(?:['’]s| is|s)? )?(?:the |today['’]s )?(?:current |local |exact )?(?:time|date|day)(?: is it| it is| is today| of the week is it)?(?: ${now})?(?: in (?<place>\\p{L}[\\p{L}/_ .-]{1,40}?))?(?: ${now})?[\\s?.!]*$`,
    "iu",
  ),
  /^(?:请问|请告诉我|告诉我)?(?:现在|今天|此刻|当前|目前)?(?<place>\p{Script=Han}{2,10}?)?的?(?:现在|今天|此刻|当前|目前)?的?(?:是|时间是)?(?:几点钟?|几号|几月几号|几月几日|星期几|周几|礼拜几|什么时间|时间|日期)(?:了|啊|呢|是多少|是什么)*[\s？?。！]*$/u,
];

/** A city's or country's zone; the place as written where no zone has its name, for the clock to answer. */
function findZone(place: string): string {
  zones ??= listZones();
  return zones.get(place.toLowerCase().replace(/^the /u, "")) ?? place;
}

let zones: ReadonlyMap<string, string> | null = null;

/** By their city's name, and by their English and Chinese names, which are a city's or a country's. */
function listZones(): ReadonlyMap<string, string> {
  // The time zone database names China's zone after Shanghai.
  const named = new Map([
    ["beijing", "Asia/Shanghai"],
    ["北京", "Asia/Shanghai"],
  ]);
  for (const zone of ["UTC", ...Intl.supportedValuesOf("timeZone")]) {
    const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
    const english = nameZone(zone, "en-AU").replace(/ Time$/u, "");
    for (const name of [city, english, nameZone(zone, "zh").replace(/时间$/u, "")])
      if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), zone);
  }
  return named;
}

function nameZone(timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortGeneric" });
  return format.formatToParts().find((part) => part.type === "timeZoneName")?.value ?? "";
}

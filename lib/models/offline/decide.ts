import { listWords } from "@/lib/language/words";
import { inLanguage, say, sayFailure, sayMissingTool, sayWhatItIs } from "./answers";
import type { PlannedCall, Step } from "./answers";
import { findExpression } from "./arithmetic";
import { findTimeRequest } from "./clock";
import { addressPattern, lookUp, readAddresses, toKeywords } from "./look-up";
import type { PromptReading } from "./prompt-reader";
import { findMemoryRequest, type MemoryRequest } from "./set-phrases";
import { findFailure } from "./tool-texts";

/** What to do now. A call that has to be made is made, also where the guide would answer at once. */
export function decide(reading: PromptReading): Step {
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

function chooseStep(reading: PromptReading): Step {
  const { language, offered, question } = reading;
  const memory = findMemoryRequest(question);
  if (memory !== null) return answerMemory(memory, reading);
  const urls = [...question.matchAll(addressPattern)].map(([url]) => url.replace(/[.,;:!?]+$/u, ""));
  if (urls.length > 0) return readAddresses([...new Set(urls)].slice(0, 3), reading);
  const description = findPicture(question);
  if (description !== null && offered.has("image_generate"))
    return callOnce({ tool: "image_generate", input: { description } }, reading, () =>
      inLanguage(language, `Here is the picture: ${description}`, `图片已生成：${description}`),
    );
  const expression = findExpression(question);
  if (expression !== null)
    return callOnce({ tool: "calculate", input: { expression } }, reading, (output) => {
      const [, result = output] = /^.*? ([=≈] .+)$/su.exec(output) ?? [];
      return `${result === output ? "" : `${expression} `}${result}${inLanguage(language, ".", "。")}`;
    });
  const time = findTimeRequest(question);
  if (time !== null)
    return callOnce({ tool: "get_current_time", input: time }, reading, (output) =>
      inLanguage(language, `It is ${output}.`, `现在是 ${output}。`),
    );
  return isQuestion(question) ? lookUp(reading) : sayWhatItIs(language);
}

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

function answerMemory(request: MemoryRequest, reading: PromptReading): Step {
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
      const list = facts.map(({ content }) => `\n- ${content}`).join("");
      const ids = facts.flatMap(({ id }) => id ?? []).join(", ");
      const told = ids === "" ? list : `${list}\n\n[${ids}]`;
      return say(language, `This is what I remember:\n${told}`, `我记得：\n${told}`);
    }
  }
}

/** Makes a call and then reports what came back, or says why that is not possible. */
function callOnce(call: PlannedCall, reading: PromptReading, report: (output: string) => string): Step {
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

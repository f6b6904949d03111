import { describe, expect, it } from "vitest";
import { stripStopWords } from "@/lib/text/stop-words";

describe("stripStopWords", () => {
  it.each([
    ["How tall is the Eiffel Tower?", "tall Eiffel Tower"],
    ["Who was Gustave Eiffel and when did he die?", "Gustave Eiffel die"],
    ["what's the capital of Zhejiang", "capital Zhejiang"],
    ["Tell me about C++ and TCP/IP.", "C++ TCP/IP"],
    ["长城有多长？", "长城"],
    ["请问杭州的西湖面积是多少？", "杭州 西湖 面积"],
    ["谁发明了 sextant？", "发明 sextant"],
    ["和平是什么", "和平"],
    ["What's the angle of a sextant's scale?", "angle sextant scale"],
    ["蔡伦用什么原料造纸？", "蔡伦 原料 造纸"],
    ["为什么大熊猫要不停地吃？", "大熊猫 不停地 吃"],
    ["What is it?", ""],
    ["这是什么？", ""],
  ])("turns %s into %j", (question, keywords) => {
    expect(stripStopWords(question)).toBe(keywords);
  });
});

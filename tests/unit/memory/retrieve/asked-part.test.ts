import { findAskedPart } from "@/lib/memory/retrieve/asked-part";
import { describe, expect, it } from "vitest";

describe("findAskedPart", () => {
  it.each([
    "What do you know about me?",
    "Tell me everything you remember about me",
    "Who am I?",
    "who am i",
    "Who am I to you?",
    "So who am I really",
    "About me: what have you saved?",
    "What do you remember?",
    "What did I tell you last month?",
    "我上个月告诉了你什么？",
    "你知道关于我的什么？",
    "我是谁？",
    "你记得我吗？",
    "你都记住了我哪些事？",
    "我的所有信息",
  ])("hears that everything is wanted: %s", (text) => {
    expect(findAskedPart(text)).toBe("all");
  });

  it.each([
    "Recommend a book",
    "Any suggestions for tonight?",
    "Plan my weekend",
    "What should I cook?",
    "Help me choose a phone",
    "What do I like?",
    "推荐一部电影",
    "帮我安排一下周末",
    "我今晚该吃什么？",
    "我喜欢什么？",
    "我有哪些爱好？",
  ])("hears that a proposal depends on tastes: %s", (text) => {
    expect(findAskedPart(text)).toBe("tastes");
  });

  it.each([
    "Where do I live?",
    "What do you know about Rome?",
    "What should I do when git push fails?",
    "How does memory work?",
    "Write a poem",
    "你知道量子力学吗？",
    "关于我国的历史",
    "我们公司放几天假？",
    "What is the plan of the cathedral?",
    "Who am I going to marry?",
    "Who am I meeting on Friday?",
    "What did I tell you about my daughter?",
  ])("hears nothing general in: %s", (text) => {
    expect(findAskedPart(text)).toBeNull();
  });
});

import { findSetPhrases } from "@/lib/features/memory/learn/set-phrases";
import { describe, expect, it } from "vitest";

const find = (text: string) => findSetPhrases(text).map(({ content }) => content);

describe("findSetPhrases", () => {
  it.each([
    ["Remember that I am allergic to peanuts.", "I am allergic to peanuts"],
    ["Please remember I live in Oslo", "I live in Oslo"],
    ["Hi, can you remember that my dog is called Rex?", "My dog is called Rex"],
    ["Don't forget that I'm vegan!", "I'm vegan"],
    ["don’t forget: the report is due in May", "The report is due in May"],
    ["My name is Ana and I live in Oslo.", "My name is Ana and I live in Oslo"],
    ["Hello, my name's ana.", "Hello, my name's ana"],
    ["Please call me Ana.", "Please call me Ana"],
    ["记住我对花生过敏。", "我对花生过敏"],
    ["請記住，我住在台北。", "我住在台北"],
    ["别忘了我吃素", "我吃素"],
    ["我叫李雷。", "我叫李雷"],
    ["你好，我的名字是李雷", "你好，我的名字是李雷"],
    ["请叫我小王", "请叫我小王"],
  ])("finds in %j what is to be remembered", (text, content) => {
    expect(find(text)).toEqual([content]);
  });

  it.each([
    "Remember that.",
    "Please remember this!",
    "Remember.",
    "记住",
    "记住了吗？",
    "I remember that day well.",
    "Do you remember that I live in Oslo?",
    "Remember when we met?",
    "Remember to buy milk",
    "Remember me?",
    "Call me later",
    "call me back tomorrow",
    "What is my name?",
    "我叫了外卖",
    "叫我起床",
    "I live in Oslo.",
    "I like tea and I work as a nurse",
    "Forget that I live in Oslo.",
    "What do you know about me?",
    "Translate the following:\nMy name is Ana",
    'She said "remember that I live in Oslo"',
  ])("finds nothing in %j", (text) => {
    expect(find(text)).toEqual([]);
  });

  it("reads the lines behind a request as a fact each", () => {
    expect(find("Remember these:\n- I live in Oslo\n- I like tea\n\nWhat is 2+2?")).toEqual([
      "I live in Oslo",
      "I like tea",
    ]);
  });

  it("keeps names for good and the rest for some time", () => {
    expect(findSetPhrases("My name is Anna. Remember that I like tea.")).toMatchObject([
      { content: "My name is Anna", category: "profile", tier: "core" },
      { content: "I like tea", category: "preference", tier: "important" },
    ]);
  });
});

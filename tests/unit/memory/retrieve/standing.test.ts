import { isStanding } from "@/lib/memory/retrieve/standing";
import { describe, expect, it } from "vitest";

const isSo = (content: string) => isStanding({ content, category: "preference" });

describe("isStanding", () => {
  it.each([
    "My name is Anna",
    "The user's name is Anna Sørensen",
    "Name: Anna",
    "Is called Anna",
    "I'm called Al",
    "Call me Captain",
    "Prefers to be called Al",
    "Goes by Sam",
    "Pronouns are they/them",
    "Prefers short answers",
    "Wants answers in German",
    "From now on answer in German",
    "Always reply with bullet points",
    "Likes detailed explanations with examples",
    "Does not want emojis",
    "Uses metric units",
    "Wants a casual tone",
    "我叫王芳",
    "我的名字是王芳",
    "用户叫李雷",
    "姓名：李雷",
    "请叫我老王",
    "希望称呼他为李博士",
    "以后都用中文回答",
    "回答要简短",
    "喜欢分点回答",
    "不要用表情符号",
    "喜欢详细的解释",
  ])("knows what matters for every answer: %s", (content) => {
    expect(isSo(content)).toBe(true);
  });

  it.each([
    "My daughter is called Mia",
    "My dog's name is Rex",
    "Her wife is named Carla",
    "Likes short stories",
    "Prefers TypeScript",
    "Speaks German",
    "Works for an answering service in Leeds",
    "Lives in a simple house",
    "Wrote a formal complaint to the landlord",
    "女儿叫米娅",
    "我叫来了外卖",
    "养了一只猫叫豆豆",
    "喜欢看简短的新闻",
    "在学法语",
    "喜欢写长文章",
  ])("leaves the rest to the question: %s", (content) => {
    expect(isSo(content)).toBe(false);
  });

  it("takes a project's manner of writing for the project's", () => {
    expect(
      isStanding({ content: "The report needs short answers to five questions", category: "project" }),
    ).toBe(false);
  });
});

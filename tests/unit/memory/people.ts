import { buildFact } from "@/tests/support/facts";

/** What one person has told in English, another in Chinese: 13 facts each. */
export const annasFacts = [
  buildFact({ id: "name", content: "My name is Anna", category: "profile", tier: "core" }),
  buildFact({ id: "manner", content: "Prefers short answers without emojis" }),
  buildFact({ id: "home", content: "Lives in Lisbon", category: "profile", tier: "core" }),
  buildFact({ id: "job", content: "Works as a marine biologist at the aquarium", category: "profile" }),
  buildFact({ id: "born", content: "Was born on 14 May 1988", category: "profile", tier: "core" }),
  buildFact({ id: "peanuts", content: "Is allergic to peanuts", category: "profile", tier: "core" }),
  buildFact({ id: "vegetarian", content: "Is vegetarian and loves Thai food" }),
  buildFact({ id: "wife", content: "Her wife Carla plays the cello", category: "profile" }),
  buildFact({ id: "dog", content: "Has a dog called Bruno", category: "profile" }),
  buildFact({ id: "code", content: "Writes data analysis in Python with polars", category: "technical" }),
  buildFact({
    id: "atlas",
    content: "Is preparing the Atlas report, deadline 3 December",
    category: "project",
    tier: "context",
  }),
  buildFact({ id: "sea", content: "Enjoys kayaking on weekends" }),
  buildFact({ id: "thriller", content: "Likes slow thrillers" }),
];

export const leisFacts = [
  buildFact({ id: "name", content: "我叫雷蕾", category: "profile", tier: "core", language: "zh" }),
  buildFact({ id: "manner", content: "希望回答简短，用中文回复", language: "zh" }),
  buildFact({ id: "home", content: "用户住在成都", category: "profile", tier: "core", language: "zh" }),
  buildFact({ id: "job", content: "在一家医院做护士", category: "profile", language: "zh" }),
  buildFact({ id: "born", content: "生日是三月九日", category: "profile", tier: "core", language: "zh" }),
  buildFact({ id: "peanuts", content: "对花生过敏", category: "profile", tier: "core", language: "zh" }),
  buildFact({ id: "spicy", content: "爱吃辣，不吃香菜", language: "zh" }),
  buildFact({ id: "husband", content: "丈夫叫陈立，在大学教物理", category: "profile", language: "zh" }),
  buildFact({ id: "cat", content: "养了一只橘猫叫豆豆", category: "profile", language: "zh" }),
  buildFact({ id: "code", content: "正在学 Python 编程", category: "technical", language: "zh" }),
  buildFact({
    id: "move",
    content: "十二月要搬家，正在找搬家公司",
    category: "project",
    tier: "context",
    language: "zh",
  }),
  buildFact({ id: "hike", content: "喜欢周末去爬山", language: "zh" }),
  buildFact({ id: "film", content: "喜欢看科幻电影", language: "zh" }),
];

import { describe, expect, it } from "vitest";
import { isNearQuery } from "@/lib/engine/loop/near-query";

describe("isNearQuery", () => {
  it.each([
    ["population of France", "What is the population of France?"],
    ["France's populations", "population France"],
    ["1,500 m world record", "world record 1500 M"],
    ["法国人口", "人口法国"],
    ["法国的人口是多少", "法国 人口"],
    ["iPhone 17 电池容量", "电池容量 iphone 17"],
    ["the who", "The Who"],
  ])("takes %j and %j for nearly the same", (one, other) => {
    expect(isNearQuery(one, other)).toBe(true);
    expect(isNearQuery(other, one)).toBe(true);
  });

  it.each([
    ["population of France", "population of Spain"],
    [
      "best cheap vegetarian restaurants near central station Paris",
      "best cheap vegetarian restaurants near central station Lyon",
    ],
    [
      "cheap direct night train tickets sleeper cabin student discount Vienna",
      "cheap direct night train tickets sleeper cabin student discount Berlin",
    ],
    ["France 2023 budget", "France 2024 budget"],
    ["Python 3.12 typing changes", "Python 3.13 typing changes"],
    ["C++ templates", "C# templates"],
    ["cakes without eggs flour sugar butter", "cakes with eggs flour sugar butter"],
    ["中国新能源汽车出口数量", "德国新能源汽车出口数量"],
    ["法国人口", "法国人口密度"],
    ["population of France", "法国人口"],
    ["the who", "what is the"],
  ])("tells %j from %j", (one, other) => {
    expect(isNearQuery(one, other)).toBe(false);
    expect(isNearQuery(other, one)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { toWords } from "@/lib/text/words";

describe("the words of a text", () => {
  it.each([
    ["speed", "speeds"],
    ["speed", "speeding"],
    ["employee", "employees"],
    ["city", "cities"],
    ["adding", "added"],
    ["add", "adding"],
    ["agree", "agreed"],
    ["guarantee", "guaranteed"],
    ["run", "running"],
    ["plan", "planned"],
    ["set", "settings"],
    ["call", "calling"],
  ])("are the same for %s and %s", (one, other) => expect(toWords(one)).toEqual(toWords(other)));

  it.each([
    ["speed", "spider"],
    ["breed", "bring"],
    ["greed", "gree"],
    ["class", "clay"],
    ["hammer", "ham"],
    ["fill", "file"],
  ])("are others for %s and %s", (one, other) => expect(toWords(one)).not.toEqual(toWords(other)));

  it("keep their own letters where an ending belongs to them", () =>
    expect(toWords("Indeed, speed: exceed the class's basis")).toEqual([
      "indeed",
      "speed",
      "exceed",
      "the",
      "class",
      "basis",
    ]));
});

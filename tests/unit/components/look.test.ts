import { expect, it } from "vitest";
import { toLook, toLookAttributes } from "@/components/ui/preferences";

it("reads the look of a browser, also as an earlier version kept it or nobody knows it", () => {
  expect(toLook("large.mod_enter.compact")).toEqual({
    ...{ textSize: "large", sendKey: "mod_enter", density: "compact" },
  });
  expect(toLook("small.enter")).toEqual({ textSize: "small", sendKey: "enter", density: "comfortable" });
  expect(toLookAttributes(toLook("x.y.z"))["data-density"]).toBe("comfortable");
});

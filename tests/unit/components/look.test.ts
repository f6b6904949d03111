import { expect, it } from "vitest";
import { toLook, toLookAttributes } from "@/components/ui/preferences";

it("reads the look of a browser, also as an earlier version kept it or nobody knows it", () => {
  expect(toLook("large.mod_enter.compact.on.off")).toEqual({
    ...{ textSize: "large", sendKey: "mod_enter", density: "compact" },
    ...{ answerSound: "on", notices: "off" },
  });
  expect(toLook("small.enter")).toEqual({
    ...{ textSize: "small", sendKey: "enter", density: "comfortable" },
    ...{ answerSound: "off", notices: "off" },
  });
  expect(toLookAttributes(toLook("x.y.z"))["data-density"]).toBe("comfortable");
});

import { expect, it } from "vitest";
import { moveEngine, orderEngines } from "@/components/admin/pages/search-page";
import type { EngineState } from "@/lib/protocol/settings";

const toEngine = (id: string): EngineState => ({ id, name: id.toUpperCase(), key: "unneeded", where: "" });
const engines = ["a", "b", "c"].map(toEngine);
const order = (named: string[]) => orderEngines(engines, named).map(({ id }) => id);

it("the engines that the settings name come first, those that are gone are passed over", () => {
  expect(order([])).toEqual(["a", "b", "c"]);
  expect(order(["c", "gone", "a"])).toEqual(["c", "a", "b"]);
});

it("an engine moves by one place and not beyond the ends", () => {
  expect(moveEngine(engines, "b", -1)).toEqual(["b", "a", "c"]);
  expect(moveEngine(engines, "b", 1)).toEqual(["a", "c", "b"]);
  expect(moveEngine(engines, "a", -1)).toEqual(["a", "b", "c"]);
  expect(moveEngine(engines, "c", 1)).toEqual(["a", "b", "c"]);
});

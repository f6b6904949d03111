import { describe, it } from "vitest";
import { expectStyles } from "./style-questions";

describe("decision 28: over 80 questions, as the records tell", () => {
  it(
    "the styles act: thorough begins each with a call, balanced is free, direct takes two rounds at most",
    () => expectStyles(20),
    180_000,
  );
});

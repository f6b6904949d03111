import type { Verdict } from "./claims";

/** The sentence that opens an answer: a key under `evidence.seal`, and what it counts. */
export type SealSentence = {
  key: "none" | "all" | "unchecked" | "some";
  values: { count: number; supported: number; lead: Verdict | "none" } & Record<Doubt, number>;
};

/** In the order in which the sentence names them. */
const doubts = ["differs", "not_found", "partly", "unchecked"] as const;
type Doubt = (typeof doubts)[number];

export function toSealSentence(counts: Record<Verdict, number>): SealSentence {
  const { differs, not_found, partly, unchecked } = counts;
  const supported = counts.quoted + counts.supported;
  const count = supported + differs + not_found + partly + unchecked;
  const lead = doubts.find((doubt) => counts[doubt] > 0) ?? "none";
  const values: SealSentence["values"] = { count, supported, differs, not_found, partly, unchecked, lead };
  if (count === 0) return { key: "none", values };
  if (supported === count) return { key: "all", values };
  return { key: unchecked === count ? "unchecked" : "some", values };
}

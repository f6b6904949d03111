import evidence from "@/messages/en/evidence.json";

/** The words of a conversation's file, as the English interface has them. */
export const fileWords = {
  ...{ language: "en" as const, you: "You", sextant: "Sextant", sources: evidence.file.sources },
  ...{ seal: evidence.seal, legend: evidence.verdict },
};

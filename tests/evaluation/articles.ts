import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const articleSchema = z.object({ title: z.string(), language: z.enum(["en", "zh"]), text: z.string() });
export type WikiArticle = z.infer<typeof articleSchema>;

const folder = new URL("../fixtures/wiki/", import.meta.url);

/** The seeded wiki. */
export function readArticles(): WikiArticle[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => articleSchema.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
}

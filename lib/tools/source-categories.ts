import type { sourceCategories } from "@/lib/protocol/tools";

export type SourceCategory = (typeof sourceCategories)[number];

/** The sites that a search of a category prefers; an entry that begins with a dot is a whole domain. */
export const categorySites: Record<SourceCategory, readonly string[]> = {
  encyclopedia: ["wikipedia.org", "britannica.com"],
  programming: ["stackoverflow.com", "github.com", "developer.mozilla.org"],
  academic: ["arxiv.org", "scholar.google.com", "ncbi.nlm.nih.gov"],
  government: [".gov", "who.int", "un.org"],
  finance: ["reuters.com", "bloomberg.com", "sec.gov"],
  tech: ["techcrunch.com", "arstechnica.com", "wired.com"],
  reference: ["wikipedia.org", "britannica.com", "merriam-webster.com"],
  news: ["reuters.com", "apnews.com", "bbc.com"],
  health: ["who.int", "nih.gov", "mayoclinic.org"],
  legal: ["law.cornell.edu", "eur-lex.europa.eu", "justia.com"],
  sports: ["espn.com", "bbc.com", "olympics.com"],
};

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { claimDrafts, forgetDrafts, readDraft, writeDraft } from "@/lib/client/draft-store";

/** The part of a browser's storage that is used; Node has none without a file. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

beforeEach(() => void vi.stubGlobal("localStorage", createStorage()));
afterEach(() => void vi.unstubAllGlobals());

describe("drafts in a browser", () => {
  it("are there again for the person who wrote them", () => {
    claimDrafts("ada");
    writeDraft("new", "half a question");
    claimDrafts("ada");
    expect(readDraft("new")).toBe("half a question");
  });

  it("are gone for the next person, also when the first never signed out", () => {
    claimDrafts("ada");
    writeDraft("new", "half a question");
    writeDraft("c1", "another");
    claimDrafts("bob");
    expect([readDraft("new"), readDraft("c1")]).toEqual(["", ""]);
  });

  it("that were written before anybody claimed them are the first person's", () => {
    writeDraft("new", "half a question");
    claimDrafts("ada");
    expect(readDraft("new")).toBe("half a question");
  });

  it("leave nothing of the person behind when they are forgotten, and nothing else is lost", () => {
    claimDrafts("ada");
    writeDraft("new", "half a question");
    localStorage.setItem("choices", "{}");
    forgetDrafts();
    expect(localStorage.length).toBe(1);
    expect(localStorage.getItem("choices")).toBe("{}");
  });

  it("break nothing where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", undefined);
    claimDrafts("ada");
    writeDraft("new", "half a question");
    forgetDrafts();
    expect(readDraft("new")).toBe("");
  });
});

import { judgeFact } from "@/lib/features/memory/accept";
import { describe, expect, it } from "vitest";

const judge = (content: string, confidence = 0.8) =>
  judgeFact({ content, category: "profile", tier: "important", confidence, keywords: [] });

describe("judgeFact", () => {
  // Made up, or the vendors' published examples; the parts keep scanners from taking them for real ones.
  it.each([
    ["My password is hunter2"],
    ["The wifi password for home: correct-horse"],
    ["pin code is 4921"],
    ["我的密码是abc123"],
    ["银行卡的口令：swordfish"],
    ["OpenAI key " + "sk-proj-" + "abcdefghij0123456789ABCD"],
    ["ghp_" + "abcdefghijklmnopqrstuvwxyz012345"],
    ["AKIA" + "IOSFODNN7EXAMPLE"],
    ["My API key: 12345"],
    ["-----BEGIN RSA " + "PRIVATE KEY-----"],
    ["token 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ["Card 4111 1111 1111 1111"],
    ["信用卡 5500-0000-0000-0004"],
    ["Card ４１１１１１１１１１１１１１１１"],
    ["SSN 219-09-9998"],
    ["身份证号 11010519491231002X"],
    ["Mine is 11010519491231002X"],
    ["Account GB82 WEST 1234 5698 7654 32"],
  ])("refuses the secret in %j", (content) => {
    expect(judge(content)).toMatchObject({
      accepted: false,
      why: expect.stringContaining("secrets are never kept"),
    });
  });

  it("refuses a secret among the keywords", () => {
    const input = {
      content: "Pays by card",
      category: "profile",
      tier: "core",
      confidence: 1,
      keywords: ["4111111111111111"],
    } as const;
    expect(judgeFact({ ...input, keywords: [...input.keywords] })).toMatchObject({ accepted: false });
  });

  it.each([
    ["Lives in Shanghai since 2019-05-01"],
    ["Phone number ends in 4421"],
    ["Works on a passport control system"],
    ["Order 1234567890123 was late"],
    ["喜欢安静的咖啡馆"],
    ["Uses TypeScript, Next.js and PostgreSQL 17"],
    ["Blog at https://example.com/posts/2024/a-long-title-about-many-Things-and-1-more"],
  ])("accepts %j", (content) => {
    expect(judge(content)).toEqual({ accepted: true });
  });

  it("refuses what is not certain enough, with the numbers", () => {
    expect(judge("Likes tea", 0.59)).toMatchObject({
      accepted: false,
      why: expect.stringContaining("0.59 of at least 0.6"),
    });
    expect(judge("Likes tea", 0.6)).toEqual({ accepted: true });
  });
});

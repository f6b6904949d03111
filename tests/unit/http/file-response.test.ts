import { describe, expect, it } from "vitest";
import { toFileResponse } from "@/lib/http/file-response";

const bytes = new Uint8Array([1, 2, 3]);
const answer = (mediaType: string, name = "a.png") => toFileResponse({ bytes, mediaType, name });

describe("toFileResponse", () => {
  it("L5: shows a picture that no cache gives out by itself, and lets nothing in it run", () => {
    const { headers } = answer("image/png");
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("content-disposition")).toMatch(/^inline/);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it.each(["text/html", "image/svg+xml", "application/pdf"])("only saves %s", (mediaType) => {
    const { headers } = answer(mediaType);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it.each([
    ["图 'a'.png", "%E5%9B%BE%20%27a%27.png"],
    ["half \ud800.png", "half%20%EF%BF%BD.png"],
    ['x"\r\nset-cookie: a', "x%22%0D%0Aset-cookie%3A%20a"],
  ])("writes the name %j so that every browser can read it", (name, written) => {
    expect(answer("image/png", name).headers.get("content-disposition")).toBe(
      `inline; filename*=UTF-8''${written}`,
    );
  });
});

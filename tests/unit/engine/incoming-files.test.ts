import { describe, expect, it } from "vitest";
import { takeMessage } from "@/lib/engine/turn/incoming-files";
import type { UserMessage } from "@/lib/protocol/chat-request";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = (url: string, mediaType: "image/png" | "image/jpeg" = "image/png") => ({
  type: "file" as const,
  mediaType,
  url,
});
const message = (...parts: UserMessage["parts"]): UserMessage => ({ id: "m1", role: "user", parts });
const take = (taken: UserMessage) =>
  takeMessage(
    taken,
    { createdAt: 1, mentions: [], isWebOff: false },
    async ({ mediaType, bytes }) => `/api/files/${mediaType.slice(6)}-${bytes.byteLength}`,
  );

describe("takeMessage", () => {
  it("stores new pictures and puts our address in their place", async () => {
    const taken = await take(
      message({ type: "text", text: "What is this?" }, picture(`data:image/png;base64,${png}`)),
    );
    expect(taken.parts[1]).toEqual({ type: "file", mediaType: "image/png", url: "/api/files/png-70" });
  });

  it("leaves pictures that are stored already", async () => {
    expect((await take(message(picture("/api/files/f1")))).parts[0]).toMatchObject({ url: "/api/files/f1" });
  });

  it("keeps the name and the type of a file that is here already", async () => {
    const file = {
      type: "file" as const,
      mediaType: "application/pdf",
      filename: "a.pdf",
      url: "/api/files/f1",
    };
    expect((await take(message(file))).parts).toEqual([file]);
  });

  it.each<[string, UserMessage, string]>([
    [
      "a picture that is another kind than it says",
      message(picture(`data:image/jpeg;base64,${png}`, "image/jpeg")),
      "unsupported_media",
    ],
    [
      "text in a picture's clothes",
      message(picture(`data:image/png;base64,${btoa("<script>alert(1)</script>")}`)),
      "unsupported_media",
    ],
    ["a picture over 3 MB", message(picture(`data:image/png;base64,${"A".repeat(4_000_100)}`)), "too_large"],
    [
      "more than four new pictures",
      message(...Array.from({ length: 5 }, () => picture(`data:image/png;base64,${png}`))),
      "too_large",
    ],
    [
      "more than ten files",
      message(...Array.from({ length: 11 }, (_, index) => picture(`/api/files/f${index}`))),
      "too_large",
    ],
    ["text over 100,000 characters", message({ type: "text", text: "x".repeat(100_001) }), "too_large"],
    ["nothing but space", message({ type: "text", text: " \n " }), "invalid_request"],
  ])("refuses %s", async (_title, given, code) => {
    await expect(take(given)).rejects.toMatchObject({ code });
  });
});

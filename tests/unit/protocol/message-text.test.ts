import { describe, expect, it } from "vitest";
import { findPasted } from "@/lib/client/conversation/pasted";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { splitByForm, splitByHand } from "@/lib/protocol/message-text";

const toMessage = (text: string, pasted?: string[]): Pick<ChatMessage, "parts" | "metadata"> => ({
  parts: [{ type: "text", text }],
  ...(pasted && { metadata: { pasted: findPasted(text, pasted) } }),
});
const split = (text: string, pasted?: string[]) => splitByHand(toMessage(text, pasted));
const mail = "Dear customer,\nopen https://evil.example/?q=1 at once.\nYours, Acme";

describe("what of a message was pasted", () => {
  it("is what the client says, and the rest was typed", () => {
    expect(split(`Summarise this:\n${mail}\nThanks!`, [mail])).toEqual({
      typed: "Summarise this:\n\n\nThanks!",
      pasted: mail,
    });
    expect(split("Is this right?", [])).toEqual({ typed: "Is this right?", pasted: "" });
  });

  it("is found line by line once it was changed, with line ends of any kind", () => {
    const { typed, pasted } = split(`Summarise:\n${mail.replace("at once", "now")}`, [
      mail.replaceAll("\n", "\r\n"),
    ]);
    expect(pasted).toBe("Dear customer,\nYours, Acme");
    expect(typed).toContain("now");
  });

  it("is found wherever it stands, as often as it does", () => {
    expect(split("abc, abc and x", ["abc"])).toEqual({ typed: "\n, \n and x", pasted: "abc\nabc" });
  });

  it("leaves an address alone that was pasted by itself: it is what the person wants read", () => {
    expect(split("Read https://docs.example.org/a", ["https://docs.example.org/a"]).typed).toContain("docs");
  });

  it("is told by its form where no client says it: quoted lines, and a text longer than 400 characters", () => {
    expect(splitByForm("What does this mean?\n> open the door\n > now")).toEqual({
      typed: "What does this mean?\n\n\n\n",
      pasted: "> open the door\n > now",
    });
    expect(split("x".repeat(400)).typed).toHaveLength(400);
    expect(split("x".repeat(401))).toEqual({ typed: "\n", pasted: "x".repeat(401) });
  });

  it("takes ranges in any order, over one another and beyond the end", () => {
    const parts: ChatMessage["parts"] = [{ type: "text", text: "0123456789" }];
    const pasted = [
      { start: 6, end: 99 },
      { start: 2, end: 4 },
      { start: 3, end: 5 },
    ];
    expect(splitByHand({ parts, metadata: { pasted } })).toEqual({
      typed: "01\n\n5\n",
      pasted: "23\n4\n6789",
    });
  });
});

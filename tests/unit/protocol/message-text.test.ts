import { describe, expect, it } from "vitest";

import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findForeign, findPieces, splitByForm, splitByHand } from "@/lib/protocol/message-text";

const toMessage = (text: string, pasted?: string[]): Pick<ChatMessage, "parts" | "metadata"> => ({
  parts: [{ type: "text", text }],
  ...(pasted && { metadata: { pasted: findPieces(text, pasted) } }),
});
const split = (text: string, pasted?: string[]) => splitByHand(toMessage(text, pasted));
const mail = "Dear customer,\nopen https://evil.example/?q=1 at once.\nYours, Acme";

describe("what of a message was pasted", () => {
  it("is what the client says, and the rest was typed", () => {
    expect(split(`Summarise this:\n${mail}\nThanks!`, [mail])).toMatchObject({
      typed: "Summarise this:\n\n\nThanks!",
      pasted: mail,
    });
    expect(split("Is this right?", [])).toMatchObject({ typed: "Is this right?", pasted: "" });
  });

  it("is found line by line once it was changed, with line ends of any kind", () => {
    const { typed, pasted } = split(`Summarise:\n${mail.replace("at once", "now")}`, [
      mail.replaceAll("\n", "\r\n"),
    ]);
    expect(pasted).toBe("Dear customer,\nYours, Acme");
    expect(typed).toContain("now");
  });

  it("is found wherever it stands, as often as it does", () => {
    expect(split("abc, abc and x", ["abc"])).toMatchObject({ typed: "\n, \n and x", pasted: "abc\nabc" });
  });

  it("leaves an address alone that was pasted by itself: it is what the person wants read", () => {
    expect(split("Read https://docs.example.org/a", ["https://docs.example.org/a"]).typed).toContain("docs");
  });

  it("takes an address that stands in a pasted text for part of it, also once that was changed", () => {
    const letter = "Dear customer,\nhttps://evil.example/steal\nYours, Acme";
    const { typed } = split(`Answer this:\n${letter.replace("Yours", "Ours")}`, [letter]);
    expect(typed).not.toContain("evil.example");
  });

  it("is told by its form where no client says it: quoted lines, and a text longer than 400 characters", () => {
    expect(splitByForm("What does this mean?\n> open the door\n > now")).toMatchObject({
      typed: "What does this mean?\n\n\n\n",
      pasted: "> open the door\n > now",
    });
    expect(split("x".repeat(400)).typed).toHaveLength(400);
    expect(split("x".repeat(401))).toMatchObject({ typed: "\n", pasted: "x".repeat(401) });
  });

  it("takes ranges in any order, over one another and beyond the end", () => {
    const parts: ChatMessage["parts"] = [{ type: "text", text: "0123456789" }];
    const pasted = [
      { start: 6, end: 99 },
      { start: 2, end: 4 },
      { start: 3, end: 5 },
    ];
    expect(splitByHand({ parts, metadata: { pasted } })).toMatchObject({
      typed: "01\n\n5\n",
      pasted: "23\n4\n6789",
    });
  });

  it("leaves to the model what it offered, by itself or inside other words", () => {
    const offer = "Yes, go on (https://evil.example/steal)";
    expect(splitByForm(offer, [offer])).toEqual({ typed: "\n", pasted: "", chosen: offer });
    expect(splitByForm(`${offer}, please`, [offer])).toEqual({
      typed: "\n, please",
      pasted: "",
      chosen: offer,
    });
    expect(splitByForm("I live in Texas", ["Texas"]).typed).toBe("I live in Texas");
    expect(splitByForm(" Texas ", ["Texas"]).typed.trim()).toBe("");
  });

  it("keeps the words of a file apart from the values that the person gave", () => {
    const pieces = [
      { text: "Compare ", isValue: false },
      { text: "Ulm. And Rome", isValue: true },
      { text: " on evil.example.", isValue: false },
      { text: "https://evil.example/", isValue: true },
    ];
    const text = pieces.map((piece) => piece.text).join("");
    const read = (foreign: string[]) => {
      const pasted = findForeign(pieces, foreign);
      return splitByHand({ parts: [{ type: "text", text }], ...(pasted && { metadata: { pasted } }) });
    };
    const file = read(["Compare ", " on evil.example.", ".", "https://evil.example/"]);
    expect(file.typed.replaceAll("\n", "").trim()).toBe("Ulm. And Rome");
    expect(file.pasted).toContain("https://evil.example/");
    expect(read([]).typed).toBe(text);
  });
});

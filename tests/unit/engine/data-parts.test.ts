import { describe, expect, it } from "vitest";
import { readParts } from "@/lib/data/read-parts";
import type { ChatChunk, ChatPart } from "@/lib/protocol/chat-message";
import { dataParts } from "@/lib/protocol/parts";
import { readEntries, toBody } from "@/lib/engine/log/entries";
import { createRunLog } from "@/lib/engine/log/run-log";
import { toReplayChunks } from "@/lib/engine/log/replay-message";
import { readEvents } from "@/tests/support/read-events";

const parts = Object.entries(dataParts).map(([name, { kept }]) => ({ type: `data-${name}`, kept }));
const toChunk = (type: string, id: string) => ({ type, id, data: { id } }) as unknown as ChatChunk;

describe("each data part of a message", () => {
  it.each(parts)("$type is read again from a stored log", ({ type }) => {
    const entries = [toChunk(type, "a")];
    expect(readEntries([{ body: toBody(entries) }])).toEqual({ entries, fault: null });
  });

  it.each(parts)("$type is kept in a log as the list says: $kept", ({ type, kept }) => {
    const log = createRunLog();
    for (const id of ["a", "b"]) log.push(toChunk(type, id));
    const [first, newest] = [toChunk(type, "a"), toChunk(type, "b")];
    expect(log.chunks()).toEqual({ all: [first, newest], newest: [newest], no: [] }[kept]);
  });

  it.each(parts)("$type reaches who follows late, as it stands", async ({ type, kept }) => {
    const log = createRunLog();
    for (const id of ["a", "b"]) log.push(toChunk(type, id));
    log.end();
    const shown = await readEvents(log.follow());
    expect(shown).toEqual(kept === "all" ? [toChunk(type, "a"), toChunk(type, "b")] : [toChunk(type, "b")]);
  });

  it.each(parts)("$type of a stored reply is shown again where it is kept", ({ type, kept }) => {
    const part = toChunk(type, "a") as unknown as ChatPart;
    const chunks = toReplayChunks({ id: "m", role: "assistant", parts: [part] });
    expect(chunks.slice(1, -1)).toEqual(kept === "no" ? [] : [part]);
  });

  it.each(parts)("$type of another form than its readers need is left out", ({ type }) => {
    expect(readParts([{ type, data: {} }])).toEqual([]);
  });
});

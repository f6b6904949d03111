import { AppError } from "@/lib/errors";
import { chatRequestSchema, maxBodyBytes, type ChatBody } from "@/lib/protocol/chat-request";
import { parseInput, readMetered, toJson } from "./read-body";

/**
 * The body of `POST /api/chat`. Of `messages`, as the AI SDK's own transport sends them, only the last one is
 * read: what is kept of a body stays under 4 MB, however many messages of up to `maxBytes` in all pass by.
 * Throws `too_large` and `invalid_request`.
 */
export async function readChatBody(request: Request, maxBytes: number): Promise<ChatBody> {
  const filter = createLastMessageFilter();
  for await (const piece of readMetered(request, maxBytes, () => tooLarge(maxBytes))) filter.take(piece);
  return parseInput(chatRequestSchema, toJson(filter.read()));
}

function tooLarge(bytes: number): AppError {
  const how =
    "prepareSendMessagesRequest: ({ id, messages, ...rest }) => ({ body: { id, messages: messages.slice(-1), trigger: rest.trigger, messageId: rest.messageId } })";
  const text = `The request is larger than ${bytes / 1_000_000} MB. A chat transport sends the last message alone by its option ${how}.`;
  return new AppError("too_large", text);
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const messagesKey = "messages";

/**
 * Takes a JSON text in pieces and keeps it without the elements of its top-level array `messages` but the
 * last, of which at most 4 MB. What is left out is not checked to be JSON. It takes a few milliseconds a
 * megabyte, of nothing but commas up to a hundred.
 */
function createLastMessageFilter() {
  const kept = createKeptPieces();
  const strings = createStringReader();
  let depth = 0;
  let isMessages = false;
  let isInArray = false;

  function readByte(byte: number): "begin" | "next" | "end" | null {
    switch (byte) {
      case quote:
        strings.begin({ isKept: depth === 1 });
        return null;
      case colon:
        if (depth === 1) isMessages = strings.newestKept() === messagesKey;
        return null;
      case comma:
        return depth === 2 && isInArray ? "next" : null;
      case openBracket:
        depth += 1;
        isInArray ||= depth === 2 && isMessages;
        return depth === 2 && isInArray ? "begin" : null;
      case openBrace:
        depth += 1;
        return null;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        return depth === 1 && isInArray ? "end" : null;
      default:
        return null;
    }
  }

  return {
    take(chunk: Uint8Array): void {
      let from = 0;
      for (let index = 0; index < chunk.length; index += 1) {
        if (strings.isOpen()) index = strings.read(chunk, index);
        if (index >= chunk.length || strings.isOpen()) break;
        const border = readByte(chunk[index] ?? 0);
        if (border === null) continue;
        if (border === "next") kept.dropElement();
        else kept.keep(chunk.subarray(from, border === "begin" ? index + 1 : index));
        from = border === "end" ? index : index + 1;
        if (border === "begin") kept.beginElement();
        if (border === "end") kept.endElement();
        isInArray = border !== "end";
      }
      kept.keep(chunk.subarray(from));
    },
    read: kept.read,
  };
}

/** Finds where a string of a JSON text ends, also over the border of two pieces. */
function createStringReader() {
  let isOpen = false;
  let isEscaped = false;
  /** What the newest kept string begins with, no longer than needed to tell a key. */
  let text = "";
  let isNoted = false;
  const note = (bytes: Uint8Array) => {
    const room = messagesKey.length + 1 - text.length;
    if (room > 0) text += Buffer.from(bytes.subarray(0, room)).toString("latin1");
  };
  return {
    isOpen: () => isOpen,
    newestKept: () => text,
    begin({ isKept }: { isKept: boolean }): void {
      isOpen = true;
      if (isKept) text = "";
      isNoted = isKept;
    },
    /** Gives the place behind the string's end, or the piece's. */
    read(chunk: Uint8Array, start: number): number {
      let index = start;
      for (; isOpen && index < chunk.length; index += 1) {
        if (isEscaped) isEscaped = false;
        else if (chunk[index] === backslash) isEscaped = true;
        else if (chunk[index] === quote) isOpen = false;
      }
      if (isNoted) note(chunk.subarray(start, isOpen ? index : index - 1));
      return index;
    },
  };
}

/**
 * What is kept of a body: all of it outside of the array, and the newest element as long as that is not too
 * large.
 */
function createKeptPieces() {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let start: { pieces: number; bytes: number } | null = null;
  let isLost = false;

  function dropElement(): void {
    if (start !== null && pieces.length > start.pieces) pieces.length = start.pieces;
    bytes = start?.bytes ?? 0;
    isLost = false;
  }

  return {
    keep(piece: Uint8Array): void {
      if (isLost) return;
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes <= maxBodyBytes) return;
      if (start === null) throw tooLarge(maxBodyBytes);
      dropElement();
      isLost = true;
    },
    beginElement(): void {
      start = { pieces: pieces.length, bytes };
    },
    dropElement,
    endElement(): void {
      if (isLost) throw tooLarge(maxBodyBytes);
      start = null;
    },
    read: (): string => new TextDecoder().decode(Buffer.concat(pieces)),
  };
}

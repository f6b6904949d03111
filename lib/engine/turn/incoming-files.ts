import { AppError } from "@/lib/errors";
import {
  maxFilesPerMessage,
  maxImageBytes,
  maxTextCharacters,
  type UserMessage,
} from "@/lib/protocol/chat-request";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { maxDocumentsPerMessage } from "@/lib/features/documents/shape/documents";
import type { Mention } from "@/lib/protocol/mentions";
import { findImageType } from "@/lib/protocol/pictures";

type Picture = { bytes: Uint8Array; mediaType: string; name: string };
type SavePicture = (picture: Picture) => Promise<string>;

/**
 * The person's message as it is kept: pictures are checked and stored, their data addresses replaced by ours.
 * Throws `too_large`, `unsupported_media` or `invalid_request` before anything is saved.
 */
export async function takeMessage(
  message: UserMessage,
  { createdAt, mentions, isWebOff }: { createdAt: number; mentions: readonly Mention[]; isWebOff: boolean },
  save: SavePicture,
): Promise<ChatMessage> {
  checkSizes(message);
  const given = message.parts.filter((part) => part.type === "file" || part.text.trim() !== "");
  const pictures = given.map((part) =>
    part.type === "file" && part.url.startsWith("data:") ? decodePicture(part) : null,
  );
  const parts = await Promise.all(
    given.map(async (part, index): Promise<ChatMessage["parts"][number]> => {
      if (part.type === "text") return { type: "text", text: part.text };
      const picture = pictures[index];
      const url = picture === null || picture === undefined ? part.url : await save(picture);
      return {
        type: "file",
        mediaType: part.mediaType,
        url,
        ...(part.filename === undefined ? {} : { filename: part.filename }),
      };
    }),
  );
  const { pasted } = message.metadata ?? {};
  const pointing = mentions.length > 0 && { mentions: [...mentions] };
  return {
    id: message.id,
    role: "user",
    parts,
    metadata: { createdAt, ...(pasted && { pasted }), ...pointing, ...(isWebOff && { isWebOff }) },
  };
}

/** Ids of the files that a message names and that are here already. */
export function listKeptFiles(message: UserMessage): string[] {
  const urls = message.parts.flatMap((part) =>
    part.type === "file" && !part.url.startsWith("data:") ? part.url : [],
  );
  return [...new Set(urls.map((url) => url.slice(url.lastIndexOf("/") + 1)))];
}

function checkSizes(message: UserMessage): void {
  const characters = message.parts.reduce(
    (sum, part) => sum + (part.type === "text" ? part.text.length : 0),
    0,
  );
  if (characters > maxTextCharacters) {
    throw new AppError(
      "too_large",
      `The message has ${characters} characters; at most ${maxTextCharacters} can be sent at once.`,
    );
  }
  const pictures = message.parts.filter((part) => part.type === "file" && part.url.startsWith("data:"));
  if (pictures.length > maxFilesPerMessage)
    throw new AppError("too_large", `At most ${maxFilesPerMessage} pictures can be sent with one message.`);
  const kept = listKeptFiles(message).length;
  if (kept > maxDocumentsPerMessage)
    throw new AppError("too_large", `At most ${maxDocumentsPerMessage} files can be sent with one message.`);
  const isEmpty =
    pictures.length + kept === 0 &&
    message.parts.every((part) => part.type === "text" && part.text.trim() === "");
  if (isEmpty)
    throw new AppError("invalid_request", "The message is empty.", {
      fields: { "message.parts": "write something or add a file" },
    });
}

function decodePicture(part: { url: string; mediaType: string; filename?: string | undefined }): Picture {
  const bytes = new Uint8Array(Buffer.from(part.url.slice(part.url.indexOf(",") + 1), "base64"));
  if (bytes.byteLength > maxImageBytes) {
    throw new AppError("too_large", `A picture may have at most ${maxImageBytes / 1_000_000} MB.`);
  }
  if (findImageType(bytes) !== part.mediaType) {
    throw new AppError(
      "unsupported_media",
      `The picture is not what it says it is. PNG, JPEG, WebP and GIF can be read.`,
    );
  }
  return { bytes, mediaType: part.mediaType, name: part.filename ?? "image" };
}

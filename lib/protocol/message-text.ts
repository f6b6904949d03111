import type { ChatMessage } from "./chat-message";

/** The words of a message: its texts, a line each, without what stands beside them. */
export function toMessageText({ parts }: Pick<ChatMessage, "parts">): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** What the person said while a reply was made, which stands in the reply. */
export function toSteeringText({ parts }: Pick<ChatMessage, "parts">): string {
  return parts
    .flatMap((part) =>
      part.type === "steering-message"
        ? part.parts.flatMap((one) => (one.type === "text" ? [one.text] : []))
        : [],
    )
    .join("\n");
}

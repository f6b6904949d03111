"use client";

import { useChat } from "@ai-sdk/react";
import { useState } from "react";

export default function Page() {
  const { messages, sendMessage, status } = useChat();
  const [text, setText] = useState("");
  return (
    <main>
      {messages.map((message) => (
        <p key={message.id}>{message.parts.map((part) => (part.type === "text" ? part.text : ""))}</p>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText("");
        }}
      >
        <textarea aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button type="submit" disabled={text === "" || status !== "ready"}>
          Send
        </button>
      </form>
    </main>
  );
}

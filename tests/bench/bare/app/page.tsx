"use client";

import { useChat } from "@ai-sdk/react";
import { useState } from "react";
import { Streamdown } from "streamdown";

export default function Page() {
  const { messages, sendMessage, status } = useChat();
  const [text, setText] = useState("");
  return (
    <main>
      {messages.map((message) => (
        <Streamdown key={message.id}>
          {message.parts.map((part) => (part.type === "text" ? part.text : "")).join("")}
        </Streamdown>
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

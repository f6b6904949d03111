import { createGoogle } from "@ai-sdk/google";
import { convertToModelMessages, createUIMessageStreamResponse, streamText, toUIMessageStream } from "ai";

const google = createGoogle({ baseURL: process.env.GOOGLE_BASE_URL ?? "", apiKey: "bench" });

export async function POST(request: Request) {
  const { messages } = await request.json();
  const result = streamText({
    model: google("gemini-bench"),
    messages: await convertToModelMessages(messages),
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) });
}

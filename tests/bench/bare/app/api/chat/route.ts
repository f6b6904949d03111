import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { convertToModelMessages, createUIMessageStreamResponse, streamText, toUIMessageStream } from "ai";

const provider = createOpenAICompatible({
  name: "local",
  baseURL: process.env.LOCAL_BASE_URL ?? "",
  includeUsage: true,
});

export async function POST(request: Request) {
  const { messages } = await request.json();
  const result = streamText({ model: provider("bench"), messages: await convertToModelMessages(messages) });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) });
}

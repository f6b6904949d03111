import type { Ground } from "@/lib/engine/ground";
import { createLearnConversation } from "./learn-conversation";
import { createMemory } from "./memory";
import { createFactsSource } from "./facts-source";
import { createKeepMemories } from "./keep-memories";
import type { MemoriesReply } from "./shape";
import { createMemoryForget } from "@/lib/features/memory/tools/memory-forget/memory-forget";
import { createMemoryRetrieve } from "@/lib/features/memory/tools/memory-retrieve/memory-retrieve";
import { createMemorySave } from "@/lib/features/memory/tools/memory-save/memory-save";
import { createNoteRead } from "@/lib/features/memory/tools/note-read/note-read";
import { createNoteWrite } from "@/lib/features/memory/tools/note-write/note-write";
import { learningOfTurn } from "./on-turn";

export function openMemory(ground: Ground) {
  const { records, settings } = ground;
  const memory = createMemory({ ...ground, records: records.memories });
  const isEnabled = async () => (await settings.get()).settings.memoryEnabled;
  return {
    name: "memory",
    service: memory,
    /** What the person sees of their memory, with what is learned here. */
    async read(userId: string): Promise<MemoriesReply> {
      const [remembered, isOn, hasModel] = await Promise.all([
        memory.list(userId),
        isEnabled(),
        ground.hasSmallModel(),
      ]);
      return {
        ...remembered,
        learning: !isOn || remembered.isOff ? "off" : hasModel ? "model" : "phrases",
      };
    },
    ...createFactsSource({ memory, log: ground.log }),
    onAnswer: createKeepMemories({ memory, log: ground.log }),
    tools: [
      createMemoryRetrieve(memory),
      createMemorySave(memory),
      createMemoryForget(memory),
      createNoteRead(memory),
      createNoteWrite(memory),
    ],
    onTurn: learningOfTurn,
    jobs: [createLearnConversation({ ...ground, ...records, memory, isEnabled })],
  };
}

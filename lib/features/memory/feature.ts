import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { createLearnConversation } from "@/lib/memory/learn-conversation";
import { createMemory, type Memory } from "@/lib/memory/memory";
import { createFactsSource } from "./facts-source";
import { createKeepMemories } from "./keep-memories";
import type { MemoriesReply } from "@/lib/protocol/memories";

type MemoryFeature = Feature & {
  service: Memory;
  /** What the person sees of their memory, with what is learned here. */
  read: (userId: string) => Promise<MemoriesReply>;
};

export function openMemory(ground: Ground): MemoryFeature {
  const { records, settings } = ground;
  const memory = createMemory({ ...ground, records: records.memories });
  const isEnabled = async () => (await settings.get()).settings.memoryEnabled;
  return {
    name: "memory",
    service: memory,
    async read(userId) {
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
    context: createFactsSource({ memory, log: ground.log }),
    onAnswer: createKeepMemories({ memory, log: ground.log }),
    jobs: [createLearnConversation({ ...ground, ...records, memory, isEnabled })],
  };
}

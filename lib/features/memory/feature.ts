import type { Ground } from "@/lib/engine/ground";
import { createLearnConversation } from "@/lib/memory/learn-conversation";
import { createMemory } from "@/lib/memory/memory";
import type { MemoriesReply } from "@/lib/protocol/memories";

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
    jobs: [createLearnConversation({ ...ground, ...records, memory, isEnabled })],
  };
}

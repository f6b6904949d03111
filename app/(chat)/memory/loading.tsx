import { MemorySkeleton } from "@/components/memory/memory-skeleton";

export default function LoadingMemory() {
  return <MemorySkeleton />;
}

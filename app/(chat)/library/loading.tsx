import { LibrarySkeleton } from "@/components/library/library-frame";

export default function LoadingLibrary() {
  return <LibrarySkeleton />;
}

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { ClientSettings, OfferedModel } from "@/lib/protocol/client-settings";

type ModelOffer = Pick<ClientSettings, "models" | "defaultModel" | "allowModelChoice">;

const toProvider = (ref: string): string => ref.slice(0, ref.indexOf(":"));

/** A model that may answer in place of one: of another provider, if there is one; `null` without any. */
export function findOtherModel(settings: ModelOffer, model = settings.defaultModel): OfferedModel | null {
  const others = settings.models.filter(({ ref }) => ref !== model && toProvider(ref) !== "offline");
  const elsewhere = others.find(({ ref }) => toProvider(ref) !== toProvider(model));
  return settings.allowModelChoice ? (elsewhere ?? others[0] ?? null) : null;
}

type OtherWayProps = {
  settings: ModelOffer;
  metadata: MessageMetadata | undefined;
  onRestart: (options?: ChatOptions) => void;
};

/** Ends what takes long, and has somebody else answer where that can be. */
export function OtherWay({ settings, metadata, onRestart }: OtherWayProps) {
  const t = useTranslations("chat.trail");
  const other = findOtherModel(settings, metadata?.model);
  return (
    <Button title={other?.label} onClick={() => onRestart(other === null ? undefined : { model: other.ref })}>
      <RotateCcw size={16} aria-hidden />
      {t(other === null ? "restart" : "restartOther")}
    </Button>
  );
}

import { ListTree } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Turn } from "@/lib/client/message/read-turn";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";

type PlanOfferProps = {
  turn: Pick<Turn, "plan" | "answer">;
  metadata: MessageMetadata | undefined;
  settings: Pick<ClientSettings, "allowPlans">;
  onPlan: () => void;
};

/** Under an answer without a plan whose question was split: the same question again, with a plan. */
export function PlanOffer({ turn, metadata, settings, onPlan }: PlanOfferProps) {
  const t = useTranslations("plans");
  const hasParts = (metadata?.subQuestions?.length ?? 0) > 1;
  if (!settings.allowPlans || !hasParts || turn.plan !== null || turn.answer === "") return null;
  return (
    <Button tone="quiet" className="-ml-3 self-start" onClick={onPlan}>
      <ListTree size={16} aria-hidden /> {t("offer")}
    </Button>
  );
}

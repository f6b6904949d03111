import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { useAction } from "@/components/ui/use-action";
import { useReason } from "@/components/ui/use-reason";
import { removePerson, revokeInvitation } from "@/lib/features/accounts/api";
import { callRemoval } from "@/lib/client/request";
import type { PersonAction } from "./person-dialogs";
import { runEach, type Patch, type PeopleRow } from "./use-people";

type Props = {
  rows: readonly PeopleRow[];
  selfId: string;
  patch: Patch;
  onAction: (action: PersonAction) => void;
  onDone: () => void;
};

/** What can be done with all that are chosen: to those whom it fits, never to oneself. */
export function BulkButtons({ rows, selfId, patch, onAction, onDone }: Props) {
  const t = useTranslations("admin.people");
  const explain = useReason();
  const { run, isBusy, reason } = useAction();
  const people = rows.flatMap(({ person }) => (person === null || person.isWaiting ? [] : [person]));
  const others = people.filter(({ id }) => id !== selfId);
  const active = others.filter(({ isDisabled }) => !isDisabled);
  const waiting = rows.flatMap(({ person }) => (person?.isWaiting ? [person] : []));
  const invited = rows.filter(({ state }) => state === "invited");
  const act = async (work: () => Promise<string | null>): Promise<void> => {
    if (await run(work)) onDone();
  };
  const refuse = () =>
    runEach(waiting, async (person) => {
      const answer = await callRemoval(removePerson, {
        params: person,
        body: { email: person.email, isWaiting: true },
      });
      return answer.ok ? null : explain(answer);
    });
  const revoke = () =>
    runEach(invited, async ({ id }) => {
      const answer = await callRemoval(revokeInvitation, { params: { id } });
      return answer.ok ? null : explain(answer);
    });
  return (
    <>
      {waiting.length > 0 && (
        <>
          <Button disabled={isBusy} onClick={() => void act(() => patch(waiting, { isDisabled: false }))}>
            {t("approve")}
          </Button>
          <Button tone="danger" disabled={isBusy} onClick={() => void act(refuse)}>
            {t("refuse")}
          </Button>
        </>
      )}
      {people.length > 0 && (
        <>
          <Button onClick={() => onAction({ kind: "role", people })}>{t("role.title")}</Button>
          <Button onClick={() => onAction({ kind: "quota", people })}>{t("quota.action")}</Button>
        </>
      )}
      {others.length > 0 && (
        <Button onClick={() => onAction({ kind: "signOut", people: others })}>{t("signOut.action")}</Button>
      )}
      {active.length > 0 && (
        <Button tone="danger" onClick={() => onAction({ kind: "disable", people: active })}>
          {t("disable.disable")}
        </Button>
      )}
      {invited.length > 0 && (
        <Button tone="danger" disabled={isBusy} onClick={() => void act(revoke)}>
          {t("revoke")}
        </Button>
      )}
      <Problem>{reason}</Problem>
    </>
  );
}

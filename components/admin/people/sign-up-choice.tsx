import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { PageRow } from "@/components/ui/page";
import { Problem } from "@/components/ui/problem";
import { ResourceList } from "@/components/ui/resource-list";
import { Segments } from "@/components/ui/segments";
import { useAction } from "@/components/ui/use-action";
import { changeSignUp, readSignUp } from "@/lib/features/accounts/api";
import { signUpPolicies, type SignUpPolicy, type SignUpReply } from "@/lib/features/accounts/shape/accounts";
import { call, loadFrom } from "@/lib/client/request";
import { alone, useResource } from "@/lib/client/resource";

const signUp = { ...alone, load: loadFrom(readSignUp) };

type Props = {
  /** Shows who waits. */
  onShow: () => void;
  /** What changes when people were approved: then it is counted anew. */
  asOf: unknown;
};

/** How people whom the environment allows come in without an invitation, and who waits for that. */
export function SignUpChoice({ onShow, asOf }: Props) {
  const t = useTranslations("admin.people.signUp");
  const list = useResource<never, SignUpReply>(signUp);
  const { reply, reload } = list;
  const { run, reason } = useAction();
  useEffect(() => void reload(), [reload, asOf]);
  if (reply === null)
    return (
      <ResourceList list={list} empty={null}>
        {null}
      </ResourceList>
    );
  const { policy, isBounded, waiting } = reply;
  const choose = async (chosen: SignUpPolicy): Promise<void> => {
    await run(() => call(changeSignUp, { body: { policy: chosen } }));
    await reload();
  };
  return (
    <div className="pt-4">
      <PageRow name={t("name")} help={t(isBounded ? "bounded" : `${policy}Help`)}>
        {!isBounded && (
          <Segments
            label={t("name")}
            value={policy}
            options={signUpPolicies.map((value) => ({ value, name: t(value) }))}
            onChoose={(chosen) => void choose(chosen)}
          />
        )}
      </PageRow>
      <Problem>{reason}</Problem>
      {waiting > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-2 pt-3 text-sm">
          <span role="status">{t("waiting", { count: waiting })}</span>
          <Button onClick={onShow}>{t("show")}</Button>
        </p>
      )}
    </div>
  );
}

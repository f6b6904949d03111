"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import Link from "next/link";
import { PageSection } from "@/components/admin/page-frame";
import { useSettings } from "@/components/admin/use-settings";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { PageRow } from "@/components/ui/page";
import { ResourceList } from "@/components/ui/resource-list";
import { endPersonSession, readPerson } from "@/lib/features/accounts/api";
import type { PersonReply, PersonRow, SessionRow } from "@/lib/features/accounts/shape/accounts";
import { callRemoval, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { EndingRow } from "./ending-row";
import { PersonDialogs, type PersonAction } from "./person-dialogs";
import { quotaFields, toChoice, toSettingsLimits, useLimitWords } from "./quota-dialog";
import { StateMark } from "./state-mark";
import { UseByDay } from "./use-by-day";
import { usePatch } from "./use-people";

const sessionList = {
  key: ({ id }: SessionRow) => id,
  page: ({ sessions: items }: PersonReply) => ({ items }),
};

/** One person: what they use, what they may, where they are signed in. `selfId` is the one who looks. */
export function PersonPage({ initial, selfId }: { initial: PersonReply; selfId: string }) {
  const t = useTranslations("admin.people");
  const router = useRouter();
  const { id } = initial.person;
  const load = useMemo(() => loadFrom(readPerson, { params: { id } }), [id]);
  const list = useResource({ ...sessionList, load, initial });
  const [action, setAction] = useState<PersonAction | null>(null);
  const patch = usePatch(() => void list.reload());
  const { person, usage } = list.reply ?? initial;
  const act = (kind: PersonAction["kind"]): void => {
    setAction({ kind, people: [person] });
  };
  const done = (): void => {
    if (action?.kind === "remove") router.replace("/admin/people");
    else void list.reload();
  };
  return (
    <div className="@container mx-auto w-full max-w-[79rem] px-4 pt-6 pb-8 sm:px-8">
      <Link href="/admin/people" prefetch={false} className="quiet-button -ms-2">
        {t("back")}
      </Link>
      <Heading person={person} isSelf={id === selfId} onAction={act} />
      <div className="grid gap-x-10 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <PageSection title={t("person.use")} aside={<RunsLink id={id} />}>
            <UseByDay usage={usage} />
          </PageSection>
        </div>
        <div className="min-w-0">
          <Limits person={person} onAction={act} />
          <PageSection title={t("person.sessions")} help={t("person.sessionsHelp")}>
            <ResourceList list={list} empty={t("person.noSessions")}>
              <ul>
                {list.items.map((session) => (
                  <Session key={session.id} session={session} id={id} onEnded={list.take} />
                ))}
              </ul>
            </ResourceList>
          </PageSection>
        </div>
      </div>
      {action && (
        <PersonDialogs action={action} patch={patch} onDone={done} onClose={() => setAction(null)} />
      )}
    </div>
  );
}

function RunsLink({ id }: { id: string }) {
  const t = useTranslations("admin.people.person");
  return (
    <Link href={`/admin/runs?person=${id}`} prefetch={false} className="quiet-button">
      {t("runs")}
    </Link>
  );
}

type HeadingProps = { person: PersonRow; isSelf: boolean; onAction: (kind: PersonAction["kind"]) => void };

function Heading({ person, isSelf, onAction }: HeadingProps) {
  const t = useTranslations("admin.people");
  const format = useFormatter();
  const { name, email, isDisabled, isWaiting, lastActiveDay } = person;
  const write = (at: Date | number) => format.dateTime(at, { dateStyle: "medium", timeZone: "UTC" });
  const state = isWaiting ? "waiting" : isDisabled ? "disabled" : "active";
  const active =
    lastActiveDay === null ? t("neverActive") : t("lastActive", { day: write(new Date(lastActiveDay)) });
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pt-1">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h1 dir="auto" className="text-title wrap-anywhere">
          {name || email}
        </h1>
        <p className="pt-1 text-sm leading-5 wrap-anywhere text-soft">
          {[email, t("person.joined", { day: write(person.createdAt) }), active].join(" · ")}{" "}
          {state !== "active" && <StateMark state={state}>{t(`state.${state}`)}</StateMark>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => onAction("signOut")}>{t("signOut.action")}</Button>
        {!isSelf && (
          <Button tone={isDisabled ? "plain" : "danger"} onClick={() => onAction("disable")}>
            {isWaiting ? t("approve") : t(isDisabled ? "disable.enable" : "disable.disable")}
          </Button>
        )}
        <Menu
          label={t("actions", { person: name || email })}
          icon={<Ellipsis size={18} aria-hidden />}
          tip="left"
        >
          <MenuItem onSelect={() => onAction("address")}>{t("address.action")}</MenuItem>
          {!isDisabled && <MenuItem onSelect={() => onAction("reset")}>{t("reset.action")}</MenuItem>}
          {!isSelf && (
            <MenuItem tone="danger" onSelect={() => onAction("remove")}>
              {t("remove.action")}
            </MenuItem>
          )}
        </Menu>
      </div>
    </header>
  );
}

/** The role and each limit: as on the site, or the person's own. */
function Limits({ person, onAction }: Pick<HeadingProps, "person" | "onAction">) {
  const t = useTranslations("admin.people");
  const write = useLimitWords();
  const onSite = toSettingsLimits(useSettings().form.reply.settings);
  return (
    <PageSection
      title={t("person.rights")}
      aside={<Button onClick={() => onAction("quota")}>{t("person.change")}</Button>}
    >
      <PageRow name={t("role.title")}>
        <Button onClick={() => onAction("role")}>{t(`role.${person.role}`)}</Button>
      </PageRow>
      {quotaFields.map(({ name, isMoney }) => {
        const isOwn = toChoice(person.overrides, name) !== "settings";
        const value = write(isOwn ? (person.overrides[name] ?? null) : onSite[name], isMoney);
        return (
          <PageRow key={name} name={t(`quota.fields.${name}`)}>
            <span className={isOwn ? "text-sm font-medium" : "text-sm text-quiet"}>
              {isOwn ? t("person.ownLimit", { value }) : t("quota.followSettings", { value })}
            </span>
          </PageRow>
        );
      })}
    </PageSection>
  );
}

type SessionProps = { session: SessionRow; id: string; onEnded: (id: string) => void };

function Session({ session, id, onEnded }: SessionProps) {
  const t = useTranslations("admin.people.person");
  const format = useFormatter();
  const write = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  const browser = session.browser ?? t("unknown");
  const [first, last] = [write(session.firstDay), write(session.lastDay)];
  return (
    <EndingRow
      title={browser}
      mark={session.isThis ? t("this") : null}
      line={t("days", { first, last })}
      action={{ name: t("end"), label: t("endOne", { browser, first }) }}
      onEnd={() => callRemoval(endPersonSession, { params: { id, sessionId: session.id } })}
      onEnded={() => onEnded(session.id)}
    />
  );
}

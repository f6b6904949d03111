import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import { toServerToolName, type McpServer } from "@/lib/features/tool-servers/shape";
import type { BreakerState } from "@/lib/protocol/breakers";
import { ServerDialog } from "./server-form";
import { ReviewTable } from "./review-table";
import { useAction } from "@/components/ui/use-action";
import type { Servers } from "./use-servers";

type Props = { server: McpServer; servers: Servers };
type CardProps = Props & { allowsCommands: boolean };
/** `breakers`: what fails or is paused, of all tools. */
type ServerCardProps = CardProps & { hasOthers: boolean; breakers: readonly BreakerState[] };

/** A server: where it is, whether it answers, and its tools. Among others it folds while nothing waits. */
export function ServerCard({ server, servers, allowsCommands, hasOthers, breakers }: ServerCardProps) {
  const t = useTranslations("admin.mcp");
  const { run, isBusy, reason } = useAction();
  const [isAnswered, setAnswered] = useState(false);
  const { transport, tools } = server;
  const test = async () => setAnswered(await run(() => servers.test(server.id)));
  const waiting = tools.filter(({ state }) => state === "new" || state === "changed").length;
  // Decided once: a section does not close under the hand that works in it.
  const [isFoldable] = useState(hasOthers && waiting === 0);
  return (
    <PageSection
      title={server.name}
      isFoldable={isFoldable}
      {...(waiting > 0 && { help: t("waiting", { count: waiting }) })}
      aside={
        <Switch
          label={t("offered", { name: server.name })}
          isOn={server.isEnabled}
          onChange={(isEnabled) => void run(() => servers.change(server, { isEnabled }))}
        />
      }
    >
      <p dir="ltr" className="pt-3 font-mono text-[13px] leading-5 text-quiet wrap-anywhere">
        {transport.kind === "http" ? transport.url : [transport.command, ...transport.args].join(" ")}
      </p>
      <ServerState server={server} breakers={breakers} />
      {server.instructions !== null && <Instructions text={server.instructions} />}
      <div className="flex flex-wrap gap-2 pt-3">
        <Button aria-disabled={isBusy} onClick={() => void test()}>
          {t(isBusy ? "asking" : "refresh")}
          <span className="sr-only">: {server.name}</span>
        </Button>
        {server.usesSignIn && (
          <Button aria-disabled={isBusy} onClick={() => void run(() => servers.signIn(server.id))}>
            {t(server.isSignedIn ? "signInAgain" : "signIn")}
            <span className="sr-only">: {server.name}</span>
          </Button>
        )}
        <EditButton {...{ server, servers, allowsCommands }} />
        <RemoveButton server={server} servers={servers} />
      </div>
      {server.usesSignIn ? (
        <p className="pt-2 text-sm text-quiet">{t(server.isSignedIn ? "signedIn" : "notSignedIn")}</p>
      ) : (
        <SecretField server={server} servers={servers} />
      )}
      <Problem className="pt-2">{reason}</Problem>
      <p role="status" className="text-sm text-good">
        {isAnswered && !isBusy && t("answered", { count: tools.length, waiting })}
      </p>
      <ReviewTable server={server} servers={servers} />
    </PageSection>
  );
}

function Instructions({ text }: { text: string }) {
  const t = useTranslations("admin.mcp");
  return (
    <details className="pt-2 text-sm">
      <summary className="w-fit text-quiet hover:text-ink pointer-coarse:py-3">{t("instructions")}</summary>
      <p dir="auto" className="pt-1 leading-5 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </details>
  );
}

type StateProps = { server: McpServer; breakers: readonly BreakerState[] };

/** When it answered last, and what of it fails at the moment. */
function ServerState({ server: { checkedAt, lastError, skipped, tools }, breakers }: StateProps) {
  const t = useTranslations("admin.mcp");
  const format = useFormatter();
  const toTime = (at: number) => format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const failing = breakers.filter(({ name }) => tools.some(({ offeredAs }) => offeredAs === name));
  return (
    <div className="pt-1 text-sm leading-5 text-quiet">
      {checkedAt !== null && <p>{t("checked", { time: toTime(checkedAt) })}</p>}
      {failing.map(({ name, state, failures }) => (
        <p key={name} className="text-bad wrap-anywhere">
          {t(state === "closed" ? "failing" : "paused", { name: toServerToolName(name) ?? name, failures })}
        </p>
      ))}
      {skipped > 0 && <p>{t("skipped", { count: skipped })}</p>}
      {lastError !== null && (
        <p className="text-bad wrap-anywhere whitespace-pre-wrap">
          {t("lastError", { time: toTime(lastError.at), reason: lastError.message })}
        </p>
      )}
    </div>
  );
}

/** The token, or the variables of a command: written, never read. */
function SecretField({ server, servers }: Props) {
  const t = useTranslations("admin.mcp");
  const { run, isBusy, reason } = useAction();
  const [text, setText] = useState("");
  const kind = server.transport.kind === "http" ? "token" : "variables";
  const put = async (secret: string | null): Promise<void> => {
    if (await run(() => servers.change(server, { secret }))) setText("");
  };
  return (
    <details className="pt-2 text-sm">
      <summary className="w-fit text-quiet hover:text-ink pointer-coarse:py-3">
        {t(server.hasSecret ? `${kind}Kept` : `${kind}None`)}
      </summary>
      <form
        className="flex flex-wrap gap-2 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") void put(text.trim());
        }}
      >
        {kind === "token" ? (
          <input
            type="password"
            value={text}
            autoComplete="off"
            aria-label={`${t(kind)}: ${server.name}`}
            onChange={(event) => setText(event.target.value)}
            className="text-field min-w-40 flex-1"
          />
        ) : (
          <textarea
            value={text}
            rows={2}
            aria-label={`${t(kind)}: ${server.name}`}
            onChange={(event) => setText(event.target.value)}
            className="text-field min-w-40 flex-1"
          />
        )}
        <Button type="submit" disabled={isBusy || text.trim() === ""}>
          {t("replace")}
        </Button>
        {server.hasSecret && (
          <Button tone="danger" disabled={isBusy} onClick={() => void put(null)}>
            {t("removeSecret")}
          </Button>
        )}
        <Problem className="w-full">{reason}</Problem>
      </form>
    </details>
  );
}

function EditButton({ server, servers, allowsCommands }: CardProps) {
  const t = useTranslations("admin.mcp");
  const [isOpen, setOpen] = useState(false);
  const title = t("editTitle", { name: server.name });
  const onClose = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t("edit")}
        <span className="sr-only">: {server.name}</span>
      </Button>
      {isOpen && (
        <ServerDialog
          {...{ title, initial: server, allowsCommands, onClose }}
          onSave={(fields) => servers.replace(server, fields)}
        />
      )}
    </>
  );
}

function RemoveButton({ server, servers }: Props) {
  const t = useTranslations("admin.mcp");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        {t("remove")}
        <span className="sr-only">: {server.name}</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("removeAsk", { name: server.name })}
        action={t("remove")}
        isDangerous
        onConfirm={() => servers.remove(server.id)}
        onClose={() => setAsking(false)}
      >
        <p className="text-sm leading-5">{t("removeHelp")}</p>
      </ConfirmDialog>
    </>
  );
}

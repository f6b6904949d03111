import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import type { McpServer } from "@/lib/features/tool-servers/shape";
import { ServerDialog } from "./server-form";
import { ToolRow } from "./tool-row";
import { useAction } from "@/components/ui/use-action";
import type { Servers } from "./use-servers";

type Props = { server: McpServer; servers: Servers };
type CardProps = Props & { allowsCommands: boolean };

/** One server: where it is, whether it answers, and its tools, those first that wait for a decision. */
export function ServerCard({ server, servers, allowsCommands }: CardProps) {
  const t = useTranslations("admin.mcp");
  const { run, isBusy, reason } = useAction();
  const { transport, tools } = server;
  const waiting = tools.filter(({ state }) => state === "new" || state === "changed").length;
  return (
    <PageSection
      title={server.name}
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
      <ServerState server={server} />
      {server.instructions !== null && <Instructions text={server.instructions} />}
      <div className="flex flex-wrap gap-2 pt-3">
        <Button aria-disabled={isBusy} onClick={() => void run(() => servers.test(server.id))}>
          {t(isBusy ? "asking" : "test")}
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
      {waiting > 0 && (
        <p className="pt-3 text-sm font-medium text-partly">{t("waiting", { count: waiting })}</p>
      )}
      <ul className="grid gap-3 pt-3">
        {sortByNeed(tools).map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            onChange={(change) => servers.change(server, { tools: { [tool.name]: change } })}
          />
        ))}
      </ul>
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

function sortByNeed(tools: McpServer["tools"]): McpServer["tools"] {
  const order = ["changed", "new", "ready", "gone"];
  return tools.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

function ServerState({ server: { checkedAt, lastError, skipped } }: { server: McpServer }) {
  const t = useTranslations("admin.mcp");
  const format = useFormatter();
  const toTime = (at: number) => format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="pt-1 text-sm leading-5 text-quiet">
      {checkedAt !== null && <p>{t("checked", { time: toTime(checkedAt) })}</p>}
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

"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { breakerList } from "@/components/admin/breaker-section";
import { PageFrame } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { useResource } from "@/lib/client/resource";
import { mcpSeconds, type McpReply } from "@/lib/features/tool-servers/shape";
import { ServerCard } from "./server-card";
import { ServerDialog } from "./server-form";
import { useServers } from "./use-servers";

/** The servers whose tools the agent may be offered, and what of them was taken. */
export function McpPage({ initial }: { initial: McpReply }) {
  const t = useTranslations("admin.mcp");
  const servers = useServers(initial);
  const breakers = useResource(breakerList).items;
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden="true" />
      {t("add")}
    </Button>
  );
  return (
    <PageFrame page="mcp" aside={add}>
      {servers.servers.map((server) => (
        <ServerCard
          key={server.id}
          {...{ server, servers, breakers }}
          allowsCommands={initial.allowsCommands}
          hasOthers={servers.servers.length > 1}
        />
      ))}
      {servers.servers.length === 0 && <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>}
      {isAdding && (
        <ServerDialog
          title={t("add")}
          initial={null}
          allowsCommands={initial.allowsCommands}
          onSave={({ secret = null, ...fields }) =>
            servers.add({ ...fields, secret, timeLimitSeconds: mcpSeconds.default })
          }
          onClose={() => setAdding(false)}
        />
      )}
    </PageFrame>
  );
}

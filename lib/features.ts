import type { Doors, Feature } from "@/lib/engine/feature";
import { openAccounts } from "@/lib/features/accounts/feature";
import { openAgents } from "@/lib/features/agents/feature";
import { openAlerts } from "@/lib/features/alerts/feature";
import { openWebhook } from "@/lib/features/alerts/webhook";
import { openBasics } from "@/lib/features/basics/feature";
import { code } from "@/lib/features/code/feature";
import { wordsOfTurn } from "@/lib/features/conversation-search/on-turn";
import { openDocuments } from "@/lib/features/documents/feature";
import { openEvidence } from "@/lib/features/evidence/feature";
import { openFollowUps } from "@/lib/features/follow-ups/feature";
import { openStatistics } from "@/lib/features/statistics/feature";
import { openImages } from "@/lib/features/images/feature";
import { openLaboratory } from "@/lib/features/laboratory/feature";
import { openMemory } from "@/lib/features/memory/feature";
import { openPreferences } from "@/lib/features/preferences/feature";
import { plans } from "@/lib/features/plans/feature";
import { quotaOfTurn } from "@/lib/features/quotas/on-turn";
import { openRatings } from "@/lib/features/ratings/feature";
import { openRecall } from "@/lib/features/recall/feature";
import { openReminders } from "@/lib/features/reminders/feature";
import { openSharing } from "@/lib/features/sharing/feature";
import { openSite } from "@/lib/features/site/feature";
import { openBackups } from "@/lib/features/transfer/feature";
import { createUsualReplies } from "@/lib/features/statistics/usual-replies";
import { openSiteTelemetry } from "@/lib/features/telemetry/feature";
import { openTemporaryChats } from "@/lib/features/temporary-chats/feature";
import { openToolServers } from "@/lib/features/tool-servers/feature";
import type { ToolsDoor } from "@/lib/engine/tools/catalog";
import { openTraces } from "@/lib/features/traces/feature";
import { openWeb } from "@/lib/features/web/feature";
import type { WebGround } from "@/lib/features/web/web";
import { openWorkflows } from "@/lib/features/workflows/feature";
import type { ToolFeature } from "@/lib/engine/tools/tool";

export type Features = Awaited<ReturnType<typeof openFeatures>>;

/**
 * All there is, in the order in which they look for work, close, and stand in the prompt. `services` is what
 * pages and routes ask, `ports` what runs and tools do.
 */
export async function openFeatures(ground: WebGround, doors: Doors & ToolsDoor) {
  const memory = openMemory(ground);
  const accounts = await openAccounts(ground, doors);
  const recall = openRecall(ground, memory);
  const preferences = openPreferences(ground);
  const evidence = openEvidence(ground);
  const documents = openDocuments(ground, doors, {
    createLedger: evidence.createLedger,
    folderOf: preferences.folderOf,
  });
  const web = openWeb(ground);
  const traces = openTraces(ground);
  const tell = { mail: accounts.mail, webhook: openWebhook(ground) };
  const alerts = openAlerts(ground, tell);
  const reminders = openReminders(ground, tell);
  const workflows = openWorkflows(ground, doors);
  const laboratory = openLaboratory(ground, doors, alerts.service);
  const toolServers = openToolServers(ground, doors);
  const telemetry = await openSiteTelemetry(ground, doors);
  const ratings = openRatings(ground, telemetry.service.countRating);
  const sharing = openSharing(ground);
  const agents = openAgents(ground, doors);
  const backups = openBackups(ground);
  const basics = openBasics(ground, documents.service.reader);
  const features: (Feature & Partial<ToolFeature>)[] = [
    ...[memory, recall, preferences, documents, web, evidence, openFollowUps(ground)],
    ...[openStatistics(ground, doors), traces, alerts, reminders, workflows, laboratory],
    ...[openTemporaryChats(ground, doors), toolServers, telemetry, ratings, sharing, agents, accounts],
    backups,
    ...[openImages(ground), plans, code, basics],
    { name: "quotas", onTurn: quotaOfTurn },
    { name: "conversation-search", onTurn: wordsOfTurn },
  ];
  return {
    features,
    tools: features.flatMap(({ tools = [] }) => tools),
    services: {
      ...{ memory: memory.service, readMemory: memory.read, library: documents.service },
      ...{ evidence: evidence.service, traces: traces.service, alerts: alerts.service },
      ...{ workflows: workflows.service, laboratory: laboratory.service, ratings: ratings.service },
      ...{ sharing: sharing.service, agents: agents.service, toolServers: toolServers.service },
      ...{
        site: openSite(ground),
        backups: backups.service,
        ...accounts.service,
        internalCalls: accounts.internalCalls,
      },
      ...{ ...web.service, readMetrics: telemetry.service.readMetrics },
    },
    ports: {
      ...{ isAllowed: accounts.service.auth.isStillAllowed, callNext: accounts.internalCalls.callNextWorker },
      ...{ noteWaiting: reminders.service.note, sentFiles: documents.service },
      sources: { createLedger: evidence.createLedger, checkClaims: evidence.checkClaims },
      openTrace: traces.openTrace,
    },
    readUsual: createUsualReplies({ ...ground, statistics: ground.records.statistics }),
  };
}

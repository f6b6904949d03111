import type { Doors, Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { openAlerts } from "@/lib/features/alerts/feature";
import { openWebhook } from "@/lib/features/alerts/webhook";
import { openDocuments } from "@/lib/features/documents/feature";
import { openLaboratory } from "@/lib/features/laboratory/feature";
import { openMemory } from "@/lib/features/memory/feature";
import { openRecall } from "@/lib/features/recall/feature";
import { openReminders } from "@/lib/features/reminders/feature";
import { openTemporaryChats } from "@/lib/features/temporary-chats/feature";
import { openTraces } from "@/lib/features/traces/feature";
import { openWorkflows } from "@/lib/features/workflows/feature";

export type FeatureServices = ReturnType<typeof openFeatures>["services"];

/** All there is, in the order in which they look for work; `services` is what pages and routes ask. */
export function openFeatures(ground: Ground, doors: Doors) {
  const webhook = openWebhook(ground);
  const memory = openMemory(ground);
  const documents = openDocuments(ground, doors);
  const recall = openRecall(ground, memory.service);
  const reminders = openReminders(ground, webhook);
  const alerts = openAlerts(ground, webhook);
  const workflows = openWorkflows(ground, doors);
  const laboratory = openLaboratory(ground, doors, alerts.service);
  const traces = openTraces(ground);
  const features: Feature[] = [
    ...[memory, documents, recall, traces, alerts, reminders],
    ...[workflows, laboratory, openTemporaryChats(ground, doors)],
  ];
  return {
    features,
    services: {
      ...{ memory: memory.service, readMemory: memory.read },
      ...{ library: documents.service, recall: recall.service, reminders: reminders.service },
      ...{ alerts: alerts.service, workflows: workflows.service, laboratory: laboratory.service },
    },
  };
}

import type { Locale as AppLocale } from "@/i18n/locales";
import type account from "@/messages/en/account.json";
import type admin from "@/messages/en/admin.json";
import type answer from "@/messages/en/answer.json";
import type chat from "@/messages/en/chat.json";
import type consent from "@/messages/en/consent.json";
import type common from "@/messages/en/common.json";
import type documents from "@/messages/en/documents.json";
import type evidence from "@/messages/en/evidence.json";
import type errors from "@/messages/en/errors.json";
import type library from "@/messages/en/library.json";
import type mails from "@/messages/en/mails.json";
import type memory from "@/messages/en/memory.json";
import type plans from "@/messages/en/plans.json";
import type runs from "@/messages/en/runs.json";
import type settings from "@/messages/en/settings.json";
import type setup from "@/messages/en/setup.json";
import type table from "@/messages/en/table.json";
import type shell from "@/messages/en/shell.json";
import type tools from "@/messages/en/tools.json";

declare module "next-intl" {
  interface AppConfig {
    Locale: AppLocale;
    Messages: {
      account: typeof account;
      admin: typeof admin;
      chat: typeof chat & typeof answer.chat;
      common: typeof common;
      consent: typeof consent;
      documents: typeof documents;
      errors: typeof errors;
      evidence: typeof evidence;
      library: typeof library;
      mails: typeof mails;
      memory: typeof memory;
      plans: typeof plans & typeof answer.plans;
      runs: typeof runs;
      settings: typeof settings;
      setup: typeof setup;
      table: typeof table;
      shell: typeof shell;
      tools: typeof tools;
    };
  }
}

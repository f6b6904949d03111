import { describe, expect, it } from "vitest";
import { BackupSection } from "@/components/admin/backup-section";
import type { BackupState } from "@/lib/features/transfer/shape";
import { renderInLocale } from "@/tests/support/render-in-locale";

const at = Date.UTC(2026, 10, 27, 3);
const name = "2026-11-27T03-00-00-000Z";
const state: BackupState = {
  plan: { schedule: { kind: "weekly", day: 1, at: "04:30" }, timezone: "UTC" },
  ...{ version: 1, updatedBy: "Ada", nextAt: at + 3_600_000, problem: null },
  ...{ backups: [{ name, bytes: 2_500_000, createdAt: at }], kept: 7, running: null },
};
const draw = (change: Partial<BackupState> = {}) =>
  renderInLocale("en", <BackupSection initial={{ ...state, ...change }} />);

describe("the backups on the site's page", () => {
  it("are listed with size, time, and what can be done with each, beside the plan", async () => {
    const html = await draw();
    expect(html).toContain("Nov 27, 2026, 3:00 AM");
    expect(html).toContain("2.5 MB");
    expect(html).toContain(`href="/api/admin/backups/${name}"`);
    expect(html).toContain("Next backup: Nov 27, 2026, 4:00 AM");
    expect(html).toContain('value="04:30"');
  });

  it("say what is being made, and why the last one failed", async () => {
    expect(await draw({ running: { since: at, bytes: 1_000_000 } })).toContain("Backing up: 1 MB written");
    const said = (code: string) => draw({ problem: { code, at } });
    expect(await said("too_large")).toContain("the disk is too full");
    expect(await said("conflict")).toContain("another one was running");
    expect(await said("internal")).toContain("The server log has the reason.");
  });

  it("speak Chinese as well", async () => {
    const html = await renderInLocale("zh", <BackupSection initial={{ ...state, backups: [] }} />);
    expect(html).toContain("还没有备份。");
  });
});

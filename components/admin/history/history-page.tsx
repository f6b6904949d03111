"use client";

import { PageFrame } from "@/components/admin/page-frame";
import { SettingsVersions } from "./settings-history";

/** Every version of the settings and the way back to it. */
export function HistoryPage() {
  return (
    <PageFrame page="history">
      <div className="pt-4">
        <SettingsVersions />
      </div>
    </PageFrame>
  );
}

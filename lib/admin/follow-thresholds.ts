import type { Breakers } from "@/lib/breakers/breakers";
import type { Settings } from "@/lib/data/settings";

/** Whoever reads the settings puts their thresholds in force, also those saved on another instance. */
export function followThresholds(settings: Settings, breakers: Pick<Breakers, "setThresholds">): Settings {
  return {
    ...settings,
    async get() {
      const record = await settings.get();
      const { breakerFailures, breakerPauseSeconds } = record.settings;
      breakers.setThresholds({ failures: breakerFailures, pauseMs: breakerPauseSeconds * 1000 });
      return record;
    },
  };
}

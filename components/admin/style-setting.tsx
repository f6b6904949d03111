import { useEffect, useState } from "react";
import { adminApi } from "@/lib/client/admin-api";
import { useSettings } from "./use-settings";
import { StyleCards } from "./style-cards";
import { toStyleNumbers } from "./style-numbers";

const days = 30;

/** The styles with this site's own numbers, once there are some; without them the cards say how the styles are made. */
export function StyleSetting() {
  const { draft, change } = useSettings().form;
  const [numbers, setNumbers] = useState<ReturnType<typeof toStyleNumbers>>({});
  useEffect(() => {
    const stop = new AbortController();
    void adminApi.getOverview(days, stop.signal).then((answer) => {
      if (answer.ok && !stop.signal.aborted) setNumbers(toStyleNumbers(answer.value.days));
    });
    return () => stop.abort();
  }, []);
  return (
    <StyleCards
      value={draft.agentStyle}
      numbers={numbers}
      days={days}
      onChange={(style) => change("agentStyle", style)}
    />
  );
}

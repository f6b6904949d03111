import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { renderToReadableStream } from "react-dom/server";
import { expect, it } from "vitest";
import { Shell } from "@/components/shell/shell";
import type { FirstList } from "@/components/shell/conversations/use-conversations";
import { loadMessages } from "@/i18n/load-messages";

const first: FirstList = {
  conversations: [{ id: "one", title: "About the tides", createdAt: 1, updatedAt: 1, activeRunId: null }],
  pinned: [],
  folders: [{ id: "sea", name: "Of the sea", instructions: "", collections: [], createdAt: 1 }],
  cursor: null,
};

const stay = () => undefined;
const router = {
  ...{
    back: stay,
    forward: stay,
    refresh: stay,
    hmrRefresh: stay,
    push: stay,
    replace: stay,
    prefetch: stay,
  },
  bfcacheId: "0",
};

/** Reads what the server sends of the shell around a page with a box to write in, up to some words in it. */
async function streamShell(
  listed: FirstList | Promise<FirstList>,
): Promise<(words: string) => Promise<string>> {
  const stream = await renderToReadableStream(
    <AppRouterContext value={router}>
      <PathnameContext value="/">
        <NextIntlClientProvider locale="en" timeZone="UTC" messages={await loadMessages("en")}>
          <Shell
            {...{ listed, look: null, theme: "system", isCollapsed: false, isAdmin: false, notice: null }}
            clock={{ now: 60_000, timeZone: "UTC" }}
            person={{ id: "owner", name: "", email: null }}
          >
            <textarea />
          </Shell>
        </NextIntlClientProvider>
      </PathnameContext>
    </AppRouterContext>,
  );
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  return async (words) => {
    let text = "";
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += next.value;
      if (text.includes(words)) break;
    }
    return text;
  };
}

it("the page comes while the list is still on its way, and the list behind it", async () => {
  const { promise, resolve } = Promise.withResolvers<FirstList>();
  const readTo = await streamShell(promise);
  const page = await readTo("<textarea");
  expect(page).toContain("New conversation");
  expect(page).not.toContain("About the tides");
  resolve(first);
  const rest = await readTo("About the tides");
  expect(rest).toContain("Of the sea");
});

it("a list that is there comes before the page", async () => {
  const readTo = await streamShell(first);
  expect(await readTo("About the tides")).not.toContain("<textarea");
  expect(await readTo("<textarea")).toContain("<textarea");
});

import { forgetDrafts } from "@/lib/client/draft-store";

/** After the session is over: nothing of the person stays in this browser, and a whole new page begins. */
export function leaveAccount(): void {
  forgetDrafts();
  window.location.assign("/sign-in");
}

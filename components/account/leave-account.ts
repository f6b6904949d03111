import { forgetDrafts } from "@/lib/client/conversation/storage";
import { openAfresh } from "@/lib/client/open-afresh";

/** After the session is over: nothing of the person stays in this browser. */
export function leaveAccount(): void {
  forgetDrafts();
  openAfresh("/sign-in");
}

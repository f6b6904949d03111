import { signUpSchema, type SignUpPolicy } from "@/lib/features/accounts/shape/accounts";
import type { DocumentData, Store } from "@/lib/store/store";
import { authPaths } from "./auth-paths";

/** Read by sign-ups in their own transaction, so that it holds from one to the next. */
export function createSignUpPolicy(store: Store) {
  return {
    read: async (): Promise<SignUpPolicy> => toSignUpPolicy((await store.find(authPaths.signUp))?.data),
    set: (policy: SignUpPolicy): Promise<void> => store.set(authPaths.signUp, { policy }),
  };
}

export function toSignUpPolicy(data: DocumentData | undefined): SignUpPolicy {
  return signUpSchema.safeParse(data).data?.policy ?? "open";
}

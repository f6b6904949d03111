/** `emulatorHost` is `host:port`. Without `credentials` the platform's own account is used. */
export type FirestoreConfig = {
  projectId: string;
  credentials?: { clientEmail: string; privateKey: string };
  emulatorHost?: string;
};

import { answerOrders } from "@/lib/threads/answer-orders";
import type { BackupPlace } from "./backup-folder";
import { makeBackup, type MadeBackup } from "./make-backup";

export type BackupOrder = { place: BackupPlace; at: Date };

/** The thread ends when the server leaves. */
const never = new AbortController().signal;

/** The thread in which a backup is made. */
answerOrders(({ place, at }: BackupOrder): Promise<MadeBackup> => makeBackup(place, at, never));

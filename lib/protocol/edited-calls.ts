/** The id of the call that is made in place of one whose input the person changed. */
export function toEditedCallId(callId: string): string {
  return `edited-${callId}`;
}
export function isEditedCall(callId: string): boolean {
  return callId.startsWith("edited-");
}

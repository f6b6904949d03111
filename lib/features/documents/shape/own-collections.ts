/** The collection that the product brings: its own documents. */
export const handbookId = "handbook";
/** Stands for a collection where files are listed and searched that were sent with messages. */
export const sentFilesId = "conversations";

/** Where everything that belongs to a person lives. Another person's records cannot be named by mistake. */
export const paths = {
  people: "users",
  person: (userId: string) => `users/${userId}`,
  conversations: (userId: string) => `users/${userId}/conversations`,
  conversation: (userId: string, conversationId: string) => `users/${userId}/conversations/${conversationId}`,
  messages: (userId: string, conversationId: string) =>
    `users/${userId}/conversations/${conversationId}/messages`,
  message: (userId: string, conversationId: string, messageId: string) =>
    `users/${userId}/conversations/${conversationId}/messages/${messageId}`,
  /** Files of a conversation that are named by their content: long texts of sources, messages too large. */
  texts: (userId: string, conversationId: string) => `users/${userId}/conversations/${conversationId}/texts`,
  text: (userId: string, conversationId: string, contentHash: string) =>
    `users/${userId}/conversations/${conversationId}/texts/${contentHash}`,
  /** Of a site of which a page was read there, by the hash of its host; goes with the texts. */
  icon: (userId: string, conversationId: string, siteHash: string) =>
    `users/${userId}/conversations/${conversationId}/texts/icon-${siteHash}`,
  /** The words of a person's turns and titles; what belongs to a conversation's title stands at place 0. */
  words: (userId: string) => `users/${userId}/words`,
  turnWords: (userId: string, conversationId: string, seq: number) =>
    `users/${userId}/words/${conversationId}-${String(seq).padStart(8, "0")}`,
  /** How far the words of older conversations have been collected. */
  wordsProgress: (userId: string) => `users/${userId}/search/progress`,
  /** How far older conversations have been indexed to be recalled. */
  recallProgress: (userId: string) => `users/${userId}/search/recall`,
  folders: (userId: string) => `users/${userId}/folders`,
  /** What calls told, below the conversation or workflow that they were made for. */
  consentLedger: (userId: string, place: string) => `users/${userId}/${place}/context/consent`,
  prompts: (userId: string) => `users/${userId}/prompts`,
  workflows: (userId: string) => `users/${userId}/workflows`,
  /** Prompts that everybody has, which are the site's. */
  sharedPrompts: "shared/prompts/entries",
  /** Whose a shared address is, by the hash of what stands in it. */
  shares: "shares",
  share: (tokenHash: string) => `shares/${tokenHash}`,
  preferences: (userId: string) => `users/${userId}/preferences/own`,
  run: (userId: string, runId: string) => `users/${userId}/runs/${runId}`,
  runs: (userId: string) => `users/${userId}/runs`,
  /** Of everybody. */
  allRuns: "~runs",
  sharedRun: (userId: string, runId: string) => `users/${userId}/shared-runs/${runId}`,
  files: (userId: string) => `users/${userId}/files`,
  file: (userId: string, fileId: string) => `users/${userId}/files/${fileId}`,
  /** Files that are read as text, in a collection or sent with a message. */
  documents: (userId: string) => `users/${userId}/documents`,
  document: (userId: string, documentId: string) => `users/${userId}/documents/${documentId}`,
  collections: (userId: string) => `users/${userId}/collections`,
  collection: (userId: string, collectionId: string) => `users/${userId}/collections/${collectionId}`,
  /** Which document of a collection has a name, by the name's hash. */
  documentName: (userId: string, collectionId: string, nameHash: string) =>
    `users/${userId}/collections/${collectionId}/names/${nameHash}`,
  /** Files that are on their way here, by the version of a document that they will be. */
  upload: (userId: string, version: string) => `users/${userId}/uploads/${version}`,
  /** How many bytes the files of a person take. */
  storage: (userId: string) => `users/${userId}/usage/storage`,
  /** What everybody may search: whose it is, and nothing else. */
  sharedCollections: "shared/collections/entries",
  sharedCollection: (collectionId: string) => `shared/collections/entries/${collectionId}`,
  handbook: "shared/handbook",
  quota: (userId: string) => `users/${userId}/usage/quota`,
  /** Running replies and logs: not below the person, as servers look for those that nobody makes any more. */
  leases: "running",
  lease: (runId: string) => `running/${runId}`,
  log: (runId: string) => `running/${runId}/log`,
  logBatch: (runId: string, batchId: string) => `running/${runId}/log/${batchId}`,
  /** What is to be done at a time by whoever looks then: not below the person, for the same reason. */
  jobs: "jobs",
  job: (jobId: string) => `jobs/${jobId}`,
  settings: "settings/agent",
  settingsVersions: "settings/agent/versions",
  settingsDrafts: "settings/agent/drafts",
  /** Settings as they were stored, which nobody could read. */
  settingsUnreadable: (version: number) => `settings/agent/unreadable/${String(version).padStart(10, "0")}`,
  providerKeys: "settings/provider-keys",
  site: "settings/site",
  /** When backups are made. */
  backups: "settings/backups",
  /** Servers of tools, which are the site's. */
  mcpServers: "mcp-servers",
  /** Questions that settings are compared on, and the comparisons with what came of each question. */
  savedQuestions: "saved-questions",
  /** Which questions are asked each night, and what came of the last nights. */
  nightly: "settings/nightly",
  experiments: "experiments",
  experiment: (experimentId: string) => `experiments/${experimentId}`,
  experimentResults: (experimentId: string) => `experiments/${experimentId}/results`,
  experimentResult: (experimentId: string, questionId: string) =>
    `experiments/${experimentId}/results/${questionId}`,
  /** Named agents, which are the site's; below each what stood after its changes. */
  agents: "agents",
  agent: (agentId: string) => `agents/${agentId}`,
  /** What its answers have cost today. */
  agentUsage: (agentId: string) => `agents/${agentId}/usage/quota`,
  agentVersions: (agentId: string) => `agents/${agentId}/versions`,
  /** A day (UTC, `YYYY-MM-DD`) summed up when it is over; until then it stands in its shards. */
  statisticsDay: (day: string) => `statistics/${day}`,
  statisticsShards: (day: string) => `statistics/${day}/shards`,
  /** Of an hour of it, from 0. */
  statisticsShard: (day: string, hour: number, shard: number) =>
    `statistics/${day}/shards/${String(hour).padStart(2, "0")}-${shard}`,
  /** Read and written with a person's role, so that there is always somebody left who can administrate. */
  admins: "auth/admins",
  /** What people think of answers, by their runs, without words: for the site to look at. */
  ratings: "ratings",
  rating: (runId: string) => `ratings/${runId}`,
  alerts: "alerts",
  /** Who is mailed of them. */
  alertReceivers: "settings/alert-receivers",
  audit: "audit",
  auditEntry: (entryId: string) => `audit/${entryId}`,
  invitations: "invitations",
  invitation: (invitationId: string) => `invitations/${invitationId}`,
} as const;

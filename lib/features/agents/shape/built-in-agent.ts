/** The agent that the settings describe; named ones stand beside it. Apart: no schema is loaded. */
export const builtInAgentId = "sextant";
export const builtInAgentName = "Sextant";

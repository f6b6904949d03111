import { createStore } from "zustand/vanilla";

/** Whether the search of settings is open: the rail opens it, a dialog beside the page shows it. */
export const finder = createStore(() => ({ isOpen: false }));

"use client";

import { createContext } from "react";
import type { SourcesByNumber } from "@/lib/client/message/sources";

/** What this conversation's numbers stand for; only citations read it and are drawn again as it grows. */
export const SourcesContext = createContext<SourcesByNumber>(new Map());

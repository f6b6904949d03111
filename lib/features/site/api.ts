import { endpoint } from "@/lib/protocol/endpoint";
import type { PublicSite, Site, SiteRecord } from "./shape";

/** What everybody sees of the site. */
export const readSite = endpoint<PublicSite>()("GET /api/site");
/** All of it, for who changes it. */
export const readSiteRecord = endpoint<SiteRecord>()("GET /api/admin/site");
/** Saves what was made from `version`; 409 when somebody else saved first. */
export const saveSite = endpoint<SiteRecord, { version: number; site: Site }>()("PUT /api/admin/site");

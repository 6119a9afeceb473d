import type { AnswerOf, operations } from "@souk/contract";
import type { OpenedLink } from "../app-links/link-address.ts";

type InstalledApp = AnswerOf<typeof operations.getInstalledApp>["app"];

/** An installed app that has a page, and the link that it was opened by; null: as such. */
export type OpenedApp = InstalledApp & { app_origin: string; link: OpenedLink | null };

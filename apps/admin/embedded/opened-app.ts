import type { AnswerOf, operations } from "@souk/contract";

type InstalledApp = AnswerOf<typeof operations.getInstalledApp>["app"];

/** An installed app that has a page. */
export type OpenedApp = InstalledApp & { app_origin: string };

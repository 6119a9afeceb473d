import type { AnswerOf, operations } from "@souk/contract";

/** An app as its partner sees it. */
export type PartnerApp = AnswerOf<typeof operations.getApp>["app"];
/** An app with its first secret, as it is answered once. */
export type NewApp = AnswerOf<typeof operations.registerApp>;
export type AppSummary = AnswerOf<typeof operations.listAppSummaries>["app_summaries"][number];
export type AppSecret = PartnerApp["secrets"][number];
export type NewSecret = AnswerOf<typeof operations.rotateSecret>["secret"];
/** A store that has or had an app. */
export type AppInstallation = AnswerOf<typeof operations.getAppInstallation>["installation"];
export type InstallationWebhook = AnswerOf<typeof operations.listInstallationWebhooks>["webhooks"][number];
export type Delivery = AnswerOf<typeof operations.listInstallationDeliveries>["deliveries"][number];
export type DeliveryAttempt = Delivery["attempts"][number];

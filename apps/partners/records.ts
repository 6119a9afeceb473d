import type { OperationResponse, operations } from "@souk/contract";

/** An app as its partner sees it. */
export type PartnerApp = OperationResponse<typeof operations.getApp>["app"];
/** An app with its first secret, which only the response to its registration contains. */
export type NewApp = OperationResponse<typeof operations.registerApp>;
export type AppSummary = OperationResponse<typeof operations.listAppSummaries>["app_summaries"][number];
export type AppSecret = PartnerApp["secrets"][number];
export type NewSecret = OperationResponse<typeof operations.rotateSecret>["secret"];
/** The installation of an app in one store, current or former. */
export type AppInstallation = OperationResponse<typeof operations.getAppInstallation>["installation"];
export type InstallationWebhook = OperationResponse<
  typeof operations.listInstallationWebhooks
>["webhooks"][number];
export type Delivery = OperationResponse<typeof operations.listInstallationDeliveries>["deliveries"][number];
export type DeliveryAttempt = Delivery["attempts"][number];

export {
  selectFulfillmentUrls,
  toFulfillmentUrlsJson,
  validateFulfillmentUrl,
  writeFulfillmentUrl,
} from "./fulfillment-urls.ts";
export { type PartnersApi, partnersModule } from "./module.ts";
export { assertOwnInstallation, lockSendableInstallation, type PartnerInstallationRef } from "./own-apps.ts";
export { createPartner, loadPartnerContacts } from "./partner-store.ts";
export type { PartnersDeps } from "./partners-deps.ts";
export { type CustomApp, registerApp, registerCustomApp } from "./register-app.ts";
export { createSecretReader, type SecretReader } from "./secret-reader.ts";
export { getSecretHint } from "./secret-store.ts";

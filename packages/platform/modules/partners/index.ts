export { sweepSecrets } from "./change-secrets.ts";
export {
  judgeFulfillmentUrl,
  selectFulfillmentUrls,
  showFulfillmentUrls,
  writeFulfillmentUrl,
} from "./fulfillment-urls.ts";
export { holdOwnInstallation, type OwnInstallation, requireOwnInstallation } from "./own-apps.ts";
export { createPartner, peopleOfApp } from "./partner-store.ts";
export type { PartnersWiring } from "./partners-wiring.ts";
export { type CustomApp, registerApp, registerCustomApp } from "./register-app.ts";
export { partnersRoutes } from "./routes.ts";
export { createSecretReader, type SecretReader } from "./secret-reader.ts";

export { sweepSecrets } from "./change-secrets.ts";
export { type OwnInstallation, requireOwnInstallation } from "./own-apps.ts";
export { createPartner } from "./partner-store.ts";
export type { PartnersWiring } from "./partners-wiring.ts";
export { type CustomApp, registerApp, registerCustomApp } from "./register-app.ts";
export { partnersRoutes } from "./routes.ts";
export { createSecretReader, type SecretReader } from "./secret-reader.ts";

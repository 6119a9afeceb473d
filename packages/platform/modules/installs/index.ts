export { appMay } from "./app-may.ts";
export { sweepCodes } from "./code-store.ts";
export type { InstallationKey, InstallsWiring } from "./installs-wiring.ts";
export { finishDueUninstalls, finishUninstall, noticeWaitMs } from "./remove-installation.ts";
export { installsPages, installsRoutes } from "./routes.ts";
export { createTokenReader } from "./token-reader.ts";
export { issueAccessToken, sweepRevokedTokens } from "./token-store.ts";

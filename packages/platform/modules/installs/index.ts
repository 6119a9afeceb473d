export { sweepCodes } from "./code-store.ts";
export type {
  DeliveryControl,
  InstallationKey,
  InstallsWiring,
  RemovalWiring,
  Remover,
} from "./installs-wiring.ts";
export { finishDueUninstalls, finishUninstall, noticeWaitMs } from "./remove-installation.ts";
export { installsPages, installsRoutes } from "./routes.ts";
export { createTokenReader, type ReadToken, type TokenReader, type TokenStoreRow } from "./token-reader.ts";
export { issueAccessToken } from "./token-store.ts";

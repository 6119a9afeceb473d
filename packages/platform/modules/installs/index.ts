export {
  assertAppAccess,
  canManageApps,
  findMissingInstallations,
  hasAppAccess,
  type MemberAccess,
} from "./app-access.ts";
export { grantOnBehalf } from "./grant-on-behalf.ts";
export { installationHasScope } from "./installation-has-scope.ts";
export {
  type InstallationRow,
  selectInstallation,
  selectInstallationByHandleOrClientId,
} from "./installation-store.ts";
export type { InstallationKey, InstallsDeps } from "./installs-deps.ts";
export { type InstallsApi, installsModule } from "./module.ts";
export { assertOpenable, type OpenAppResponse, startInstall } from "./open-app.ts";
export { finishUninstall, noticeWaitMs } from "./remove-installation.ts";
export { withSignIn } from "./sign-in-redirect.ts";
export { createTokenReader } from "./token-reader.ts";
export { issueAccessToken } from "./token-store.ts";

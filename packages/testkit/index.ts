export { computeAuthenticatorCode, decodeAuthenticatorSecret } from "./authenticator-code.ts";
export { type Browser, createBrowser, type Page } from "./browser.ts";
export { type Chromium, startChromium } from "./chromium.ts";
export { type CollectedLog, createCollectedLog, type LogLine } from "./collected-log.ts";
export { measureCpuMs, scaleCpuLimit } from "./cpu-time.ts";
export { assertBecomes, eventually } from "./eventually.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { findFreePort } from "./free-port.ts";
export {
  type ConnectedClient,
  createHttpClient,
  type HttpClient,
  type HttpResponse,
  type RequestOptions,
} from "./http-client.ts";
export { createInProcessApi, type InProcessApi } from "./in-process-api.ts";
export { countLockWaits, waitForLockWaits } from "./lock-waits.ts";
export { type NameRecord, startNameServer, type TestNameServer } from "./name-server.ts";
export { extractText, type PageForm, parsePageForms } from "./page-form.ts";
export { startPostgres15, type TestPostgres } from "./postgres/postgres15.ts";
export { chooseForRun, createSeededRandom, getProofSeed } from "./proof.ts";
export {
  type ReceivedRequest,
  type ReceiverResponse,
  type RecordingReceiver,
  type ResponseRule,
  startRecordingReceiver,
} from "./recording-receiver.ts";
export { callConsole } from "./seeds/console-call.ts";
export { type Grant, type InstallRequest, installApp } from "./seeds/install-app.ts";
export { loadInstallationId } from "./seeds/load-installation-id.ts";
export { registerApp, type SeededApp } from "./seeds/register-app.ts";
export { seedCatalog } from "./seeds/seed-catalog.ts";
export { seedOrders } from "./seeds/seed-orders.ts";
export {
  type SeededStore,
  type StoreSeed,
  seedStore,
} from "./seeds/seed-store.ts";
export { type Person, signUp, signUpStaff, testPassword, verifyEmail } from "./seeds/sign-up.ts";
export { signUpMember } from "./seeds/sign-up-member.ts";
export { installTestApp } from "./seeds/test-app.ts";
export {
  createTestCall,
  createTestStore,
  type TestCallInput,
  type TestStore,
} from "./seeds/test-store.ts";
export { silentLog } from "./silent-log.ts";
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from "./test-database.ts";
export {
  type PlatformClient,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from "./test-platform.ts";

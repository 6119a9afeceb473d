export { type Browser, browser, type Page } from "./browser.ts";
export { type Chromium, startChromium } from "./chromium.ts";
export { type CollectedLog, collectedLog, type LogLine } from "./collected-log.ts";
export { measureCpuMs, scaleCpuLimit } from "./cpu-time.ts";
export { becomes, eventually } from "./eventually.ts";
export { type FakeClock, fakeClock } from "./fake-clock.ts";
export { freePort } from "./free-port.ts";
export {
  type Answer,
  type ConnectedClient,
  type HttpClient,
  httpClient,
  type RequestOptions,
} from "./http-client.ts";
export { createInProcessApi, type InProcessApi } from "./in-process-api.ts";
export { lockAwaited, locksAwaited } from "./lock-awaited.ts";
export { type NameRecord, startNameServer, type TestNameServer } from "./name-server.ts";
export { type PageForm, pageForms, plainText } from "./page-form.ts";
export { type OwnPostgres, postgres15 } from "./postgres/postgres15.ts";
export { proofSeed, proofSize, seededRandom } from "./proof.ts";
export {
  type AnswerRule,
  type ReceivedRequest,
  type ReceiverAnswer,
  type RecordingReceiver,
  recordingReceiver,
} from "./recording-receiver.ts";
export { consoleCall } from "./seeds/console-call.ts";
export { type Grant, type Installing, installApp } from "./seeds/install-app.ts";
export { loadInstallationId } from "./seeds/load-installation-id.ts";
export { installPracticeApp } from "./seeds/practice-app.ts";
export {
  createPracticeStore,
  type PracticeRequest,
  type PracticeStore,
  practiceCall,
} from "./seeds/practice-store.ts";
export { registerApp, type SeededApp } from "./seeds/register-app.ts";
export { seedCatalog } from "./seeds/seed-catalog.ts";
export { seedOrders } from "./seeds/seed-orders.ts";
export {
  type SeededStore,
  type StoreSeed,
  seedStore,
} from "./seeds/seed-store.ts";
export { type Person, signUp, signUpStaff, testPassword } from "./seeds/sign-up.ts";
export { signUpMember } from "./seeds/sign-up-member.ts";
export { silentLog } from "./silent-log.ts";
export { type TestDatabase, type TestDatabaseOptions, testDatabase } from "./test-database.ts";
export {
  type ReachedPlatform,
  type TestPlatform,
  type TestPlatformOptions,
  testPlatform,
} from "./test-platform.ts";

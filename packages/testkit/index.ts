export { type Browser, browser, type Page } from "./browser.ts";
export { type Chromium, startChromium } from "./chromium.ts";
export { eventually } from "./eventually.ts";
export { type FakeClock, fakeClock } from "./fake-clock.ts";
export {
  type Answer,
  type ConnectedClient,
  type HttpClient,
  httpClient,
  type RequestOptions,
} from "./http-client.ts";
export { type PageForm, pageForms, plainText } from "./page-form.ts";
export {
  type AnswerRule,
  type ReceivedRequest,
  type ReceiverAnswer,
  type RecordingReceiver,
  recordingReceiver,
} from "./recording-receiver.ts";
export { silentLog } from "./silent-log.ts";
export { type TestDatabase, type TestDatabaseOptions, testDatabase } from "./test-database.ts";

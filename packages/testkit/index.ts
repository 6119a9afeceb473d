export { eventually } from "./eventually.ts";
export { type FakeClock, fakeClock } from "./fake-clock.ts";
export { silentLog } from "./silent-log.ts";
export { type TestDatabase, type TestDatabaseOptions, testDatabase } from "./test-database.ts";

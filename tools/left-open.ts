// Loaded by tools/prove.ts before each file, which has a process of its own there: ends it when it stays after its last test.
import { after } from "node:test";
import { endStuck, graceMs } from "./test-runner/end-stuck.ts";

after(() => {
  setTimeout(endStuck, graceMs).unref();
});

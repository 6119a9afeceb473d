import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "./config.ts";
import { startInventorySync } from "./start-inventory-sync.ts";

test("the app stops even while a browser holds an idle connection", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "inventory-sync-"));
  t.after(() => rm(folder, { recursive: true }));
  const running = await startInventorySync(
    readConfig({
      SOUK_CLIENT_ID: "souk_app_x",
      SOUK_CLIENT_SECRET: "souk_cs_x",
      PORT: "0",
      DATA_DIR: folder,
    }),
  );
  const silent = connect(Number(new URL(running.url).port), "127.0.0.1");
  t.after(() => silent.destroy());
  await once(silent, "connect");
  const closed = once(silent, "close");
  silent.resume();
  await Promise.race([
    Promise.all([running.stop(), closed]),
    once(AbortSignal.timeout(10_000), "abort").then(() => assert.fail("it did not stop")),
  ]);
});

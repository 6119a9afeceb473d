import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "./config.ts";
import { startInventorySync } from "./start-inventory-sync.ts";

test("an app's server stops even if a browser keeps an idle connection open", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "inventory-sync-"));
  t.after(() => rm(folder, { recursive: true }));
  const server = await startInventorySync(
    readConfig({
      SOUK_CLIENT_ID: "souk_app_x",
      SOUK_CLIENT_SECRET: "souk_cs_x",
      PORT: "0",
      DATA_DIR: folder,
    }),
  );
  const idleConnection = connect(Number(new URL(server.url).port), "127.0.0.1");
  t.after(() => idleConnection.destroy());
  await once(idleConnection, "connect");
  const closeEvent = once(idleConnection, "close");
  idleConnection.resume();
  await Promise.race([
    Promise.all([server.stop(), closeEvent]),
    once(AbortSignal.timeout(10_000), "abort").then(() => assert.fail("The app did not stop.")),
  ]);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { readConfig } from "../config.ts";
import { startInventorySync } from "../start-inventory-sync.ts";

test("a request whose target is not a valid URL gets an error response", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "inventory-sync-"));
  const server = await startInventorySync(
    readConfig({ SOUK_CLIENT_ID: "a", SOUK_CLIENT_SECRET: "b", PORT: "0", DATA_DIR: folder }),
  );
  t.after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  for (const target of ["//", "http://[", "//:0", "/%"]) {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET ${target} HTTP/1.1\r\nHost: sync\r\nConnection: close\r\n\r\n`);
    assert.match(await text(socket), /^HTTP\/1.1 40[34] /, target);
  }
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { visitApp } from "./visit-app.ts";

test("visiting an app returns its redirect URL or null, and fails for an error status", async (t) => {
  const server = createServer(({ url = "" }, response) => {
    const status = Number(url.slice(1, 4));
    response.writeHead(status, status === 302 ? { location: "http://shop.example/" } : {}).end();
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const visit = (path: string) => visitApp(`http://127.0.0.1:${port}/${path}`, new AbortController().signal);
  assert.equal(await visit("302"), "http://shop.example/");
  assert.equal(await visit("200"), null);
  await assert.rejects(visit("503?hmac=abc"), { message: "The app responded to /503 with status 503." });
  await assert.rejects(visit("404"), { message: "The app responded to /404 with status 404." });
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { visitApp } from "./visit-app.ts";

/** Start an app that responds with the status code in the path. @returns a function that visits a path of the app */
async function startApp(t: TestContext): Promise<(path: string) => Promise<string | null>> {
  const server = createServer(({ url = "" }, response) => {
    const status = Number(url.slice(1, 4));
    response.writeHead(status, status === 302 ? { location: "http://shop.example/" } : {}).end();
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return (path) => visitApp(`http://127.0.0.1:${port}/${path}`, new AbortController().signal);
}

test("visiting an example app returns the URL to which it redirects, or null if it does not redirect", async (t) => {
  const visit = await startApp(t);
  assert.equal(await visit("302"), "http://shop.example/");
  assert.equal(await visit("200"), null);
});

test("visiting an example app fails if the app responds with an error status", async (t) => {
  const visit = await startApp(t);
  await assert.rejects(visit("503?hmac=abc"), { message: "The app responded to /503 with status 503." });
  await assert.rejects(visit("404"), { message: "The app responded to /404 with status 404." });
});

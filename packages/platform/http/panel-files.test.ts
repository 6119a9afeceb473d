import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createAddresses } from "../runtime/addresses.ts";
import { secureRandomText } from "../runtime/random.ts";
import { mountPanelFiles } from "./mount-panel-files.ts";
import { createServer, type HttpServer } from "./server.ts";

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });

let folder: string;
let server: HttpServer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-panel-files-"));
  server = createServer({
    addresses,
    randomText: secureRandomText,
    trustProxy: false,
    report: (error) => assert.fail(String(error)),
  });
  await mountPanelFiles(server, { admin: join(folder, "admin"), partners: join(folder, "partners") });
  await server.ready();
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function get(url: string, host = "admin"): Promise<{ status: number; body: string }> {
  const { statusCode, headers, body } = await server.inject({
    url,
    headers: { host: `${host}.souk.localhost:4000` },
  });
  assert.equal(headers["x-content-type-options"], "nosniff", url);
  if (statusCode !== 200) assert.doesNotMatch(headers["cache-control"] ?? "", /immutable|max-age/, url);
  return { status: statusCode, body };
}

test("a panel that is built while the server runs is served without a restart", async () => {
  assert.equal((await get("/assets/index-1.js")).status, 404);
  assert.equal((await get("/app-bridge.js")).status, 404);
  await mkdir(join(folder, "admin/assets"), { recursive: true });
  await writeFile(join(folder, "admin/assets/index-1.js"), "start();");
  await writeFile(join(folder, "admin/app-bridge.js"), "bridge();");
  assert.deepEqual(await get("/assets/index-1.js"), { status: 200, body: "start();" });
  assert.deepEqual(await get("/app-bridge.js"), { status: 200, body: "bridge();" });
});

test("no path reaches a file outside the assets of the host's own panel", async () => {
  await writeFile(join(folder, "admin/index.html"), "__SOUK_NONCE__");
  await writeFile(join(folder, "admin/assets/.env"), "hidden");
  for (const path of [
    "../index.html",
    "..%2findex.html",
    "%2e%2e/index.html",
    "%2e%2e%2findex.html",
    "..%5cindex.html",
    "%252e%252e%252findex.html",
    "x/..%2f..%2findex.html",
    ".env",
    "%2eenv",
    "",
    "index-1.js%00.css",
  ]) {
    const { status, body } = await get(`/assets/${path}`);
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
    assert.doesNotMatch(body, /NONCE|hidden|start/, path);
  }
  assert.equal((await get("/assets/index-1.js", "partners")).status, 404);
  assert.equal((await get("/assets/index-1.js", "demo")).status, 404);
});

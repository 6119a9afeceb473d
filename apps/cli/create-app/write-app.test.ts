import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildNewApp } from "./new-app.ts";
import { writeApp } from "./write-app.ts";

test("a new app's secret is saved even if writing the other files fails", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "souk-write-app-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "vendor"), "a file with the name of a folder that is to be created");
  const app = buildNewApp({
    folder,
    name: "Stock Alerts",
    port: undefined,
    platform: "http://partners.souk.localhost:4000",
    storeDomain: undefined,
  });
  await assert.rejects(writeApp(app, { client_id: "souk_app_1", client_secret: "souk_cs_1" }));
  assert.match(await readFile(join(folder, ".env"), "utf8"), /^SOUK_CLIENT_SECRET=souk_cs_1$/m);
  assert.equal((await stat(join(folder, ".env"))).mode & 0o777, 0o600);
});

test("a new app's settings have an admin domain only if the admin and the stores have different domains", () => {
  const platform = "https://partners.souk-admin.dev";
  const options = { folder: "stock", name: undefined, port: undefined, platform };
  const readDomains = (storeDomain: string | undefined) => {
    const { storeDomainSuffix, adminDomain } = buildNewApp({ ...options, storeDomain });
    return [storeDomainSuffix, adminDomain];
  };
  assert.deepEqual(readDomains("souk.dev"), [".souk.dev", "souk-admin.dev"]);
  assert.deepEqual(readDomains(".souk-admin.dev"), [".souk-admin.dev", null]);
  assert.deepEqual(readDomains(undefined), [".souk-admin.dev", null]);
  assert.throws(() => readDomains("https://souk.dev"), /--store-domain/);
});

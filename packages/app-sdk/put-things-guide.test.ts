import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { snippetPlacements } from "@souk/contract";
import {
  consoleCall,
  eventually,
  freePort,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { install, installationId, visit } from "./testing/app-rig.ts";

let platform: TestPlatform;
let shop: SeededShop;
let registered: SeededApp;
let guide: string;
let folder: string;
let program: ChildProcess;
let url: string;

before(async () => {
  platform = await testPlatform();
  shop = await seedShop(platform, { products: 2 });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  registered = await registerApp(platform, url);
  guide = await readFile(join(import.meta.dirname, "../../docs/guides/put-things-into-a-shop.md"), "utf8");
  folder = await mkdtemp(join(tmpdir(), "souk-put-things-"));
  await mkdir(join(folder, "node_modules/@souk"), { recursive: true });
  await symlink(import.meta.dirname, join(folder, "node_modules/@souk/app-sdk"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  const text =
    /^```ts file=app\.ts\n(.*?)^```$/ms.exec(guide)?.[1] ?? assert.fail("the guide has no program");
  await writeFile(join(folder, "app.ts"), text);
  program = spawn(process.execPath, ["app.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: registered.client_id,
      SOUK_CLIENT_SECRET: registered.client_secret,
      SOUK_APP_URL: registered.app_url,
      SOUK_REDIRECT_URL: registered.redirection_url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
    },
  });
  await eventually(async () => (await fetch(url)).status === 404);
});

after(async () => {
  program.kill();
  await once(program, "exit");
  await rm(folder, { recursive: true });
  await platform.stop();
});

interface Customisation {
  snippets: { field: string; beginning: string }[];
  script_tags: { src: string }[];
  admin_links: { id: number; label: string }[];
  curls: { topic: string; url: string }[];
}

test("the guide's program puts all four into a shop at its installation, and its link opens with the product", async () => {
  await install(shop, { registered });
  const id = await installationId(shop, { registered });
  const { customisation } = await consoleCall<{ customisation: Customisation }>(shop.owner.browser, [
    "GET",
    `${shop.host_url}/api/console/apps/${id}/customisation.json`,
  ]);
  const { snippets, script_tags, admin_links, curls } = customisation;
  assert.deepEqual(
    snippets.map(({ field }) => field),
    ["product/button"],
  );
  assert.match(snippets[0]?.beginning ?? "", /We wrap it as a gift/);
  assert.deepEqual(
    [script_tags.map(({ src }) => src), curls.map((curl) => [curl.topic, curl.url])],
    [[`${url}/gift-note.js`], [["shipping/list/non_cod", `${url}/rates`]]],
  );
  assert.match(await (await fetch(`${url}/gift-note.js`)).text(), /gift-note/);
  const { open } = await consoleCall<{ open: { url: string } }>(
    shop.owner.browser,
    ["POST", `${shop.host_url}/api/console/app_links/${admin_links[0]?.id}/open.json`],
    { ids: [17] },
  );
  assert.equal(await (await visit(open.url)).text(), "Gift wrapping for product 17");
});

test("the guide's callback answers what is signed with the client secret, and nothing else", async () => {
  const body = JSON.stringify({ destination: {}, origin: {}, items: [], currency: "MYR", subtotal: "0.00" });
  const ask = (hmac: string) =>
    fetch(`${url}/rates`, { method: "POST", body, headers: { "service-hmac-sha256": hmac } });
  const signed = createHmac("sha256", registered.client_secret).update(body).digest("hex");
  const answer = (await (await ask(signed)).json()) as { rate: { name: string }[] };
  assert.equal(answer.rate[0]?.name, "Gift post");
  assert.equal((await ask(signed.replace(/^./, (sign) => (sign === "0" ? "1" : "0")))).status, 401);
});

test("the guide names every placement of snippets", () => {
  for (const placement of snippetPlacements) assert.ok(guide.includes(`\`${placement}\``), placement);
});

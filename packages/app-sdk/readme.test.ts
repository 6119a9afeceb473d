import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
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
import { install, installationId } from "./testing/app-rig.ts";

let platform: TestPlatform;
let shop: SeededShop;
let registered: SeededApp;
let folder: string;
let program: ChildProcess;
let url: string;

/** The README's program as it stands there. */
async function programOfReadme(): Promise<string> {
  const readme = await readFile(join(import.meta.dirname, "README.md"), "utf8");
  return /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? assert.fail("the README has no program");
}

before(async () => {
  platform = await testPlatform();
  shop = await seedShop(platform, { products: 2, locations: 1 });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  registered = await registerApp(platform, url);
  folder = await mkdtemp(join(tmpdir(), "souk-readme-"));
  await mkdir(join(folder, "node_modules/@souk"), { recursive: true });
  await symlink(import.meta.dirname, join(folder, "node_modules/@souk/app-sdk"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(join(folder, "app.ts"), await programOfReadme());
  program = spawn(process.execPath, ["app.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "pipe"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: registered.client_id,
      SOUK_CLIENT_SECRET: registered.client_secret,
      SOUK_APP_URL: registered.app_url,
      SOUK_REDIRECT_URL: registered.redirection_url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
    },
  });
  await eventually(async () => (await fetch(url)).status === 401);
});

after(async () => {
  program.kill();
  await once(program, "exit");
  await rm(folder, { recursive: true });
  await platform.stop();
});

test("the README's app answers its page, and a shop that disables it does not end it for the others", async () => {
  await install(shop, { registered });
  const { browser } = shop.owner;
  const place = `${shop.host_url}/api/console/apps/${await installationId(shop, { registered })}`;
  const { session_token } = await consoleCall<{ session_token: string }>(browser, [
    "POST",
    `${place}/session_token.json`,
  ]);
  const ask = () => fetch(url, { headers: { authorization: `Bearer ${session_token}` } });
  assert.equal(((await (await ask()).json()) as unknown[]).length, 1);

  let printed = "";
  program.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await consoleCall(browser, ["POST", `${place}/disable.json`]);
  assert.equal((await ask()).status, 500);
  await eventually(() => printed.includes("souk server: ApiError"));
  await consoleCall(browser, ["POST", `${place}/enable.json`]);
  assert.equal((await ask()).status, 200);
});

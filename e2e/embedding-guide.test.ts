import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, freePort, registerApp, type SeededApp, type SeededShop, seedShop } from "@souk/testkit";
import { openStage, type Stage } from "./stage.ts";

const root = join(import.meta.dirname, "..");

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let folder: string;
let program: ChildProcess;

/** The guide's program as it stands there. */
async function programOfGuide(): Promise<string> {
  const guide = await readFile(join(root, "docs/guides/embedding.md"), "utf8");
  return /^```ts file=app\.ts\n(.*?)^```$/ms.exec(guide)?.[1] ?? assert.fail("the guide has no program");
}

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 3 });
  const port = await freePort();
  app = await registerApp(stage.testing, `http://localhost:${port}`);
  folder = await mkdtemp(join(tmpdir(), "souk-embedding-"));
  await mkdir(join(folder, "node_modules/@souk"), { recursive: true });
  await symlink(join(root, "packages/app-sdk"), join(folder, "node_modules/@souk/app-sdk"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(join(folder, "app.ts"), await programOfGuide());
  program = spawn(process.execPath, ["app.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: app.client_id,
      SOUK_CLIENT_SECRET: app.client_secret,
      SOUK_APP_URL: app.app_url,
      SOUK_REDIRECT_URL: app.redirection_url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${stage.testing.addresses.domain}`,
    },
  });
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 404);
});

after(async () => {
  // A program that could not start has ended by itself. One that stops gently waits for a browser's connections.
  if (program.exitCode === null && program.kill("SIGKILL")) await once(program, "exit");
  await rm(folder, { recursive: true });
  await stage.close();
});

test("the guide's program installs, opens in the admin, knows who looks and speaks through the bridge", async () => {
  const context = await stage.as(shop.owner.browser);
  const page = await context.newPage();
  await page.goto(`${shop.host_url}/apps/install/${app.client_id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const frame = page.frameLocator("iframe");
  const count = `${new URL(shop.origin).hostname} has 3 products.`;
  await frame.getByText(count).waitFor();
  await eventually(async () => (await page.title()).startsWith("Counter · "));
  await frame.getByRole("button", { name: "Say it in the admin" }).click();
  await page.getByText(count).waitFor();

  await page.goto(`${shop.host_url}/apps/open/${app.client_id}`);
  await page.getByText("The app answered 401").waitFor();
  await context.close();
});

test("a framed page leads the window to its own consent page", async () => {
  const context = await stage.as(shop.owner.browser);
  const page = await context.newPage();
  await page.goto(`${shop.host_url}/apps/installed/${app.client_id}`);
  await page.frameLocator("iframe").getByText("has 3 products.").waitFor();
  const frame = page.frames().find((each) => each.url().startsWith(app.app_url)) ?? assert.fail("no frame");
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products,write_products",
    redirect_uri: app.redirection_url,
  });
  const consent = `${shop.host_url}/oauth/authorize?${query}`;
  await frame.evaluate(`void souk.authorize(${JSON.stringify(consent)})`);
  await page.waitForURL(consent);
  await page.getByText("Change products, their variants and stock").waitFor();
  await context.close();
});

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  eventually,
  findFreePort,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

const root = join(import.meta.dirname, "..");

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let folder: string;
let program: ChildProcess;

/** Read the program from the guide's code block. */
async function readGuideProgram(): Promise<string> {
  const guide = await readFile(join(root, "docs/guides/embedding.md"), "utf8");
  return /^```ts file=app\.ts\n(.*?)^```$/ms.exec(guide)?.[1] ?? assert.fail("the guide has no program");
}

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 3 });
  const port = await findFreePort();
  app = await registerApp(fixture.testPlatform, `http://localhost:${port}`);
  folder = await mkdtemp(join(tmpdir(), "souk-embedding-"));
  await mkdir(join(folder, "node_modules/@souk"), { recursive: true });
  await symlink(join(root, "packages/app-sdk"), join(folder, "node_modules/@souk/app-sdk"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(join(folder, "app.ts"), await readGuideProgram());
  program = spawn(process.execPath, ["app.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: app.client_id,
      SOUK_CLIENT_SECRET: app.client_secret,
      SOUK_APP_URL: app.app_url,
      SOUK_REDIRECT_URL: app.redirection_url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${fixture.testPlatform.addresses.domain}`,
    },
  });
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 404);
});

after(async () => {
  // A program that failed to start has already ended. A graceful stop instead of SIGKILL would wait for the browser's connections.
  if (program.exitCode === null && program.kill("SIGKILL")) await once(program, "exit");
  await rm(folder, { recursive: true });
  await fixture.close();
});

test("the embedding guide's program can be installed, opens in the admin and uses the bridge", async () => {
  const context = await fixture.openContextAs(store.owner.browser);
  const page = await context.newPage();
  await page.goto(`${store.host_url}/apps/install/${app.client_id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const frame = page.frameLocator("iframe");
  const countText = `${new URL(store.origin).hostname} has 3 products.`;
  await frame.getByText(countText).waitFor();
  await eventually(async () => (await page.title()).startsWith("Counter · "));
  await frame.getByRole("button", { name: "Show in the admin" }).click();
  await page.getByText(countText).waitFor();

  // In a tab outside the admin, the program has no session token, so its own request gets 401.
  await page.goto(`${store.host_url}/apps/open/${app.client_id}`);
  await page.getByText("The app returned 401").waitFor();
  await context.close();
});

test("an embedded app can send the merchant to its consent page", async () => {
  const context = await fixture.openContextAs(store.owner.browser);
  const page = await context.newPage();
  await page.goto(`${store.host_url}/apps/installed/${app.client_id}`);
  await page.frameLocator("iframe").getByText("has 3 products.").waitFor();
  const frame =
    page.frames().find((candidate) => candidate.url().startsWith(app.app_url)) ?? assert.fail("no frame");
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products,write_products",
    redirect_uri: app.redirection_url,
  });
  const consentUrl = `${store.host_url}/oauth/authorize?${query}`;
  await frame.evaluate(`void souk.authorize(${JSON.stringify(consentUrl)})`);
  await page.waitForURL(consentUrl);
  await page.getByText("Edit products, variants and stock").waitFor();
  await context.close();
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Chromium, eventually, freePort, startChromium } from "@souk/testkit";
import { guideSteps, type Step, withoutRunsOwn } from "./guide-blocks.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const root = join(import.meta.dirname, "..");
const path = "docs/guides/first-app.md";

let folder: string;
let chromium: Chromium;
let variables: Record<string, string>;
const terminals = new Map<string, Terminal>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-guide-"));
  chromium = await startChromium();
  variables = {
    SOUK_PORT: String(await freePort()),
    SOUK_DATA_DIR: join(folder, "data"),
    APP_PORT: String(await freePort()),
    SOUK_DEMO_APP: "off",
  };
});

after(async () => {
  await chromium.stop();
  for (const terminal of [...terminals.values()].reverse()) await terminal.close();
  await rm(folder, { recursive: true, force: true });
});

/** Return a terminal: the reader's own is in an empty folder, the one of Souk in the checkout. */
function getTerminal(name: string): Terminal {
  const opened = terminals.get(name);
  if (opened) return opened;
  const places: Readonly<Record<string, string>> = { souk: root, app: join(folder, "first-app") };
  const terminal = openTerminal(places[name] ?? folder, variables);
  terminals.set(name, terminal);
  return terminal;
}

/** Wait until a reader may continue: Souk says that it is ready, or the app listens silently. */
async function isUp(name: string): Promise<void> {
  if (name === "souk")
    await eventually(() => /is ready/.test(getTerminal("souk").printed()), { within: 60_000 });
  else await getTerminal("reader").type("until curl -s -o app.up $APP; do sleep 0.1; done");
}

/** Open the printed install link, sign in and approve. */
async function installInBrowser(link: string): Promise<void> {
  const context = await chromium.browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Email").fill("merchant@demo.test");
  await page.getByLabel("Password").fill("souk-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("The app was here.").waitFor();
  await context.close();
}

async function follow(step: Step, printed: string): Promise<string> {
  if (step.kind === "browser") {
    assert.equal(step.what, "install", `${path}:${step.line}`);
    await installInBrowser(printed.trim());
    return "";
  }
  if (step.terminal !== null) {
    getTerminal(step.terminal).leaveRunning(step.text);
    await isUp(step.terminal);
    return "";
  }
  const output = await getTerminal("reader").type(step.text);
  if (step.shown !== null) {
    const place = `${path}:${step.line} printed:\n${output}`;
    assert.equal(withoutRunsOwn(output), withoutRunsOwn(step.shown), place);
  }
  return output;
}

test("the guide to the first app works as it stands, from npm start to the uninstall", async () => {
  const steps = guideSteps(readFileSync(join(root, path), "utf8"));
  assert.ok(steps.length > 20, `only ${steps.length} steps were found in ${path}`);
  let printed = "";
  for (const step of steps) printed = await follow(step, printed);
  const output = getTerminal("app").printed();
  for (const arrival of ["GET /start", "GET /callback", "POST /webhooks"])
    assert.ok(output.includes(arrival), output);
});

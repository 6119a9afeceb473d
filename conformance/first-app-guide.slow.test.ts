import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Chromium, eventually, findFreePort, startChromium } from "@souk/testkit";
import { maskVolatileValues, parseGuideSteps, type Step } from "./guide-blocks.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const root = join(import.meta.dirname, "..");
const guidePath = "docs/guides/first-app.md";

let folder: string;
let chromium: Chromium;
let environment: Record<string, string>;
const terminals = new Map<string, Terminal>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-guide-"));
  chromium = await startChromium();
  environment = {
    SOUK_PORT: String(await findFreePort()),
    SOUK_DATA_DIR: join(folder, "data"),
    APP_PORT: String(await findFreePort()),
    SOUK_DEMO_APP: "off",
  };
});

after(async () => {
  await chromium.stop();
  for (const terminal of [...terminals.values()].reverse()) await terminal.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Return the terminal with this name, and open it if needed. Souk's terminal starts in the repository's root, the app's in the
 * app's folder, and the reader's in an empty folder.
 */
function getOrOpenTerminal(name: string): Terminal {
  const openedTerminal = terminals.get(name);
  if (openedTerminal) return openedTerminal;
  const directories: Readonly<Record<string, string>> = { souk: root, app: join(folder, "first-app") };
  const terminal = openTerminal(directories[name] ?? folder, environment);
  terminals.set(name, terminal);
  return terminal;
}

/**
 * Wait until the program in this terminal is ready. Souk prints that it is ready. The app prints nothing, so wait until its
 * port responds.
 */
async function waitUntilReady(terminalName: string): Promise<void> {
  if (terminalName === "souk")
    await eventually(() => /is ready/.test(getOrOpenTerminal("souk").getOutput()), { timeoutMs: 60_000 });
  else await getOrOpenTerminal("reader").type("until curl -s -o app.up $APP; do sleep 0.1; done");
}

/** Open the install link that a command printed, sign in and approve the app. */
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

/** Carry out a step as a reader does, and check its output. @returns its output */
async function runStep(step: Step, previousOutput: string): Promise<string> {
  if (step.kind === "browser") {
    assert.equal(step.action, "install", `${guidePath}:${step.line}`);
    await installInBrowser(previousOutput.trim());
    return "";
  }
  if (step.terminal !== null) {
    getOrOpenTerminal(step.terminal).startCommand(step.text);
    await waitUntilReady(step.terminal);
    return "";
  }
  const output = await getOrOpenTerminal("reader").type(step.text);
  if (step.expectedOutput !== null) {
    const context = `${guidePath}:${step.line} printed:\n${output}`;
    assert.equal(maskVolatileValues(output), maskVolatileValues(step.expectedOutput), context);
  }
  return output;
}

test("every command of the first-app guide works, from npm start to the uninstall", async () => {
  const steps = parseGuideSteps(readFileSync(join(root, guidePath), "utf8"));
  assert.ok(steps.length > 20, `${guidePath} has only ${steps.length} steps`);
  let output = "";
  for (const step of steps) output = await runStep(step, output);
  const appOutput = getOrOpenTerminal("app").getOutput();
  for (const requestLine of ["GET /start", "GET /callback", "POST /webhooks"])
    assert.ok(appOutput.includes(requestLine), appOutput);
});

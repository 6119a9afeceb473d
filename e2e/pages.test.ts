// SOUK_SCREENSHOTS=<folder> npm test -- e2e/pages.test.ts  also writes a picture of each page in each look.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { openStage, type Stage } from "./stage.ts";
import { type Stop, tourOf } from "./tour.ts";

let stage: Stage;
let stops: Stop[];

before(async () => {
  stage = await openStage();
  stops = await tourOf(stage);
});
after(() => stage.close());

const folder = process.env["SOUK_SCREENSHOTS"];
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeFault {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** The faults that keep people out, as axe-core finds them. */
async function seriousFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const only = rules.length === 0 ? {} : { runOnly: { type: "rule", values: rules } };
  const { violations } = await page.evaluate<{ violations: AxeFault[] }>(`axe.run(${JSON.stringify(only)})`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
}

async function tooWide(page: Page): Promise<string[]> {
  const script = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  const sideways = await page.evaluate<number>(script);
  return sideways > 0 ? [`it is ${sideways} pixels too wide`] : [];
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z_]+/g, "-")}.png`), fullPage: true });
}

// The document is the same in every look: only these rules can find something new.
const colourRules = ["color-contrast", "link-in-text-block"];
const layoutRules = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** One page in its light and dark look, and as narrow as a phone. */
async function faultsOf({ name, open }: Stop): Promise<string[]> {
  const page = await open({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  await page.evaluate(axe);
  await takePicture(page, `${name} light`);
  const light = [...(await seriousFaults(page)), ...(await tooWide(page))];
  await page.emulateMedia({ colorScheme: "dark" });
  await takePicture(page, `${name} dark`);
  const dark = await seriousFaults(page, colourRules);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 380, height: 800 });
  await takePicture(page, `${name} narrow`);
  const narrow = [...(await seriousFaults(page, layoutRules)), ...(await tooWide(page))];
  await page.context().close();
  const told = (look: string, faults: string[]) => faults.map((fault) => `${name}, ${look}: ${fault}`);
  return [...told("light", light), ...told("dark", dark), ...told("narrow", narrow)];
}

test("no page has a serious fault for axe-core or scrolls sideways, in light, in dark, or 380 pixels wide", async () => {
  const faults: string[] = [];
  for (const stop of stops) faults.push(...(await faultsOf(stop)));
  assert.deepEqual(faults, []);
});

/** These only lead on. */
const gateways = ["/:store/apps/open/:client_id", "/:store/apps/install/:client_id"];

test("the tour of this file comes to every page of the router", () => {
  const { addresses, platform } = stage.testing;
  const missed = platform.modules.pages.filter(({ host, method, path }) => {
    const { hostname } = new URL(host === "partners" ? addresses.partnersOrigin : addresses.adminOrigin);
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    const isSeen = stops.some(
      ({ address }) => address.hostname === hostname && pattern.test(address.pathname),
    );
    return method === "GET" && !isSeen && !gateways.includes(path);
  });
  assert.deepEqual(
    missed.map(({ host, path }) => `${host} ${path}`),
    [],
  );
});

/** The addresses of ours that a page links to, without itself. */
async function ownLinks(page: Page): Promise<string[]> {
  const hrefs = await page.locator("a").evaluateAll((links) => links.map((link): string => link.href));
  const { domain } = stage.testing.addresses;
  const own = hrefs.map((href) => new URL(href)).filter(({ hostname }) => hostname.endsWith(`.${domain}`));
  const addresses = own.map(({ origin, pathname, search }) => `${origin}${pathname}${search}`);
  return addresses.filter((address) => address !== page.url());
}

test("every link of every page leads to a page", async () => {
  const dead: string[] = [];
  const known = new Set<string>();
  for (const { name, open } of stops) {
    const page = await open();
    const fresh = (await ownLinks(page)).filter((address) => !known.has(address));
    for (const address of new Set(fresh)) {
      known.add(address);
      const answer = await page.goto(address);
      if (answer === null || answer.status() >= 400)
        dead.push(`${name}: ${address} answers ${answer?.status()}`);
    }
    await page.context().close();
  }
  assert.deepEqual(dead, []);
});

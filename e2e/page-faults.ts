import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

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

// After the window or its colours changed, what moves or fades comes to its place. A page that stays too wide is told after a while.
const rest = `new Promise((resolve) => {
  const end = performance.now() + 10_000;
  const look = () => {
    const { scrollWidth, clientWidth, dataset } = document.documentElement;
    const isMoving = document.getAnimations().some((each) => each instanceof CSSTransition);
    const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const isColoured = (dataset.mantineColorScheme ?? scheme) === scheme;
    if ((!isMoving && isColoured && scrollWidth <= clientWidth) || performance.now() > end) resolve();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})`;

async function tooWide(page: Page): Promise<string[]> {
  const script = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  const sideways = await page.evaluate<number>(script);
  return sideways > 0 ? [`it is ${sideways} pixels too wide`] : [];
}

// The document is the same in every look: only these rules can find something new.
const colourRules = ["color-contrast", "link-in-text-block"];
const layoutRules = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** How a page is looked at. */
type Look = "light" | "dark" | "narrow";

/**
 * What keeps people out of a page in its light look and in its dark one, and as narrow as a phone.
 * @param page open in its light look, 1280 pixels wide
 * @param onLook called in each look
 */
export async function faultsInEveryLook(
  page: Page,
  onLook: (look: Look) => Promise<void>,
): Promise<string[]> {
  await settled(page);
  await page.evaluate(axe);
  await page.evaluate(rest);
  const told = (look: Look, faults: string[]) => faults.map((fault) => `${look}: ${fault}`);
  await onLook("light");
  const light = [...(await seriousFaults(page)), ...(await tooWide(page))];
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(rest);
  await onLook("dark");
  const dark = await seriousFaults(page, colourRules);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 380, height: 800 });
  await page.evaluate(rest);
  await onLook("narrow");
  const narrow = [...(await seriousFaults(page, layoutRules)), ...(await tooWide(page))];
  return [...told("light", light), ...told("dark", dark), ...told("narrow", narrow)];
}

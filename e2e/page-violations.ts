import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeViolation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** List the serious accessibility violations that axe-core finds. */
async function findSeriousViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const only = rules.length === 0 ? {} : { runOnly: { type: "rule", values: rules } };
  const { violations } = await page.evaluate<{ violations: AxeViolation[] }>(
    `axe.run(${JSON.stringify(only)})`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
}

// After a change of the window or its colors, animations settle. A page that stays too wide is reported after a while.
const rest = `new Promise((resolve) => {
  const end = performance.now() + 10_000;
  const look = () => {
    const { scrollWidth, clientWidth, dataset } = document.documentElement;
    const isMoving = document.getAnimations().some((each) => each instanceof CSSTransition);
    const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const isColored = (dataset.mantineColorScheme ?? scheme) === scheme;
    if ((!isMoving && isColored && scrollWidth <= clientWidth) || performance.now() > end) resolve();
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
const colorRules = ["color-contrast", "link-in-text-block"];
const layoutRules = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** Display mode of a page. */
type Look = "light" | "dark" | "narrow";

/**
 * List the accessibility violations of a page in light, in dark, and as narrow as a phone.
 * @param page open in its light look, 1280 pixels wide
 * @param onLook called in each look
 */
export async function findViolationsInEveryLook(
  page: Page,
  onLook: (look: Look) => Promise<void>,
): Promise<string[]> {
  await settled(page);
  await page.evaluate(axe);
  await page.evaluate(rest);
  const addLook = (look: Look, violations: string[]) =>
    violations.map((violation) => `${look}: ${violation}`);
  await onLook("light");
  const light = [...(await findSeriousViolations(page)), ...(await tooWide(page))];
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(rest);
  await onLook("dark");
  const dark = await findSeriousViolations(page, colorRules);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 380, height: 800 });
  await page.evaluate(rest);
  await onLook("narrow");
  const narrow = [...(await findSeriousViolations(page, layoutRules)), ...(await tooWide(page))];
  return [...addLook("light", light), ...addLook("dark", dark), ...addLook("narrow", narrow)];
}

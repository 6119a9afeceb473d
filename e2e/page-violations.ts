import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { waitUntilSettled } from "./wait-until-settled.ts";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeViolation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Return the serious accessibility violations that axe-core finds with these rules, or with all rules if none are given. */
async function findSeriousViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const runOptions = rules.length === 0 ? {} : { runOnly: { type: "rule", values: rules } };
  const { violations } = await page.evaluate<{ violations: AxeViolation[] }>(
    `axe.run(${JSON.stringify(runOptions)})`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
}

// After a change of the size or the color scheme, wait until transitions have ended and the page fits into the window, but not
// longer than 10 seconds.
const waitForStableLayoutScript = `new Promise((resolve) => {
  const end = performance.now() + 10_000;
  const check = () => {
    const { scrollWidth, clientWidth, dataset } = document.documentElement;
    const isMoving = document.getAnimations().some((animation) => animation instanceof CSSTransition);
    const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const isColored = (dataset.mantineColorScheme ?? scheme) === scheme;
    if ((!isMoving && isColored && scrollWidth <= clientWidth) || performance.now() > end) resolve();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(() => requestAnimationFrame(check));
})`;

/** Return a violation if the page is wider than the window, so that it scrolls horizontally. */
async function findOverflow(page: Page): Promise<string[]> {
  const script = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  const overflowPixels = await page.evaluate<number>(script);
  return overflowPixels > 0 ? [`the page is ${overflowPixels} pixels too wide`] : [];
}

// The document is the same in every mode, so after light mode, only these rules can find further violations.
const colorRules = ["color-contrast", "link-in-text-block"];
const layoutRules = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** A display mode of a page. In `narrow` mode, the page has light colors and is 380 pixels wide. */
type DisplayMode = "light" | "dark" | "narrow";

/**
 * Return the accessibility violations of a page in light, dark and narrow mode. Leaves the page in narrow mode.
 * @param page the page, in light mode and 1280 pixels wide
 * @param onMode called in each mode
 */
export async function findViolationsInAllModes(
  page: Page,
  onMode: (mode: DisplayMode) => Promise<void>,
): Promise<string[]> {
  await waitUntilSettled(page);
  await page.evaluate(axe);
  await page.evaluate(waitForStableLayoutScript);
  const addMode = (mode: DisplayMode, violations: string[]) =>
    violations.map((violation) => `${mode}: ${violation}`);
  await onMode("light");
  const lightViolations = [...(await findSeriousViolations(page)), ...(await findOverflow(page))];
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(waitForStableLayoutScript);
  await onMode("dark");
  const darkViolations = await findSeriousViolations(page, colorRules);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 380, height: 800 });
  await page.evaluate(waitForStableLayoutScript);
  await onMode("narrow");
  const narrowViolations = [
    ...(await findSeriousViolations(page, layoutRules)),
    ...(await findOverflow(page)),
  ];
  return [
    ...addMode("light", lightViolations),
    ...addMode("dark", darkViolations),
    ...addMode("narrow", narrowViolations),
  ];
}

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** Ways a person uses a page: with the mouse, or with the keyboard alone. */
export interface Hands {
  fill(label: string, text: string): Promise<void>;
  /** Follow a link or press a button, by its text. */
  press(text: string): Promise<void>;
}

const longestWay = 100;

function control(page: Page, text: string): Locator {
  return page
    .getByRole("button", { name: text, exact: true })
    .or(page.getByRole("link", { name: text, exact: true }));
}

/** Locate a field by its accessible name, without the label's mark for required fields. */
function field(page: Page, label: string): Locator {
  return page.getByRole("textbox", { name: label, exact: true }).or(page.getByLabel(label, { exact: true }));
}

export function mouse(page: Page): Hands {
  return {
    fill: (label, text) => field(page, label).fill(text),
    press: (text) => control(page, text).click(),
  };
}

/** Move between controls with Tab, which must reach every control and always show the focus. */
export function keyboard(page: Page): Hands {
  async function goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < longestWay; step++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element.matches(":focus"))) return assertFocusShows(page);
    }
    assert.fail(`Tab does not reach ${target} at ${page.url()}`);
  }
  return {
    fill: async (label, text) => {
      await goTo(field(page, label));
      await page.keyboard.type(text);
    },
    press: async (text) => {
      await goTo(control(page, text));
      await page.keyboard.press("Enter");
    },
  };
}

async function assertFocusShows(page: Page): Promise<void> {
  const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
  assert.notEqual(outline, "none", `the focus is not to be seen at ${page.url()}`);
}

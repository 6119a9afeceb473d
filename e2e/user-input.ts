import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** A person's input on a page, with the mouse or with only the keyboard. */
export interface UserInput {
  /** Enter text into the field with this label. */
  fill(label: string, text: string): Promise<void>;
  /** Activate the link or button with this text. */
  activate(text: string): Promise<void>;
}

const maxTabPresses = 100;

function findControl(page: Page, text: string): Locator {
  return page
    .getByRole("button", { name: text, exact: true })
    .or(page.getByRole("link", { name: text, exact: true }));
}

/** Find a field by its accessible name or its label. Only the label includes the asterisk of required fields. */
function findField(page: Page, label: string): Locator {
  return page.getByRole("textbox", { name: label, exact: true }).or(page.getByLabel(label, { exact: true }));
}

/** Create input that clicks controls. */
export function createMouseInput(page: Page): UserInput {
  return {
    fill: (label, text) => findField(page, label).fill(text),
    activate: (text) => findControl(page, text).click(),
  };
}

/** Create input that reaches controls with Tab. It fails if Tab does not reach a control or the focus is not visible. */
export function createKeyboardInput(page: Page): UserInput {
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < maxTabPresses; step++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element.matches(":focus"))) return assertFocusVisible(page);
    }
    assert.fail(`Tab does not reach ${target} at ${page.url()}`);
  }
  return {
    fill: async (label, text) => {
      await tabTo(findField(page, label));
      await page.keyboard.type(text);
    },
    activate: async (text) => {
      await tabTo(findControl(page, text));
      await page.keyboard.press("Enter");
    },
  };
}

async function assertFocusVisible(page: Page): Promise<void> {
  const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
  assert.notEqual(outline, "none", `the focus is not visible at ${page.url()}`);
}

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 3 });
});
after(() => fixture.close());

function opened(path: string) {
  return openPage(fixture, store.owner.browser, `${store.host_url}${path}`);
}

test("a packer is invited by email and joins with a role; the log shows all changes", async () => {
  const { page, done } = await opened("/settings/people");
  await page.getByRole("button", { name: "Invite staff" }).click();
  await page.getByLabel("Email").fill("packer@guests.test");
  await page.getByRole("checkbox", { name: /^View products/ }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invitation for packer@guests.test created").waitFor();
  const link = await page.getByText(/sign-up\/invitation\?token=/).textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Pending invitations" }).waitFor();

  const guest = await (await fixture.openWindow()).newPage();
  await guest.goto(`${fixture.testing.addresses.adminOrigin}/mail`);
  await guest.getByRole("link", { name: link ?? "" }).click();
  await guest.getByLabel("Your name").fill("Pia Packer");
  await guest.getByLabel("Password").fill("a long enough password");
  await guest.getByRole("button", { name: "Create account and accept" }).click();
  await guest.getByRole("heading", { level: 1 }).waitFor();
  await guest.goto(`${store.host_url}/products/${store.variants[0]?.product_id}`);
  await guest.getByRole("textbox", { name: "Title", exact: true }).fill("Changed by Pia");
  await guest.getByRole("button", { name: "Save", exact: true }).click();
  await guest.getByText("You don't have access to this.").waitFor();
  await guest.goto(`${store.host_url}/settings/people`);
  await guest.getByText("Only the owner and managers can view staff.").waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Edit access for Pia Packer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /^Edit products/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Access for Pia Packer updated").waitFor();
  await page.getByText("2 areas").waitFor();

  await guest.goto(`${store.host_url}/products/${store.variants[0]?.product_id}`);
  await guest.getByRole("textbox", { name: "Title", exact: true }).fill("Changed by Pia");
  await guest.getByRole("button", { name: "Save", exact: true }).click();
  await guest.getByRole("heading", { level: 1, name: "Changed by Pia" }).waitFor();
  await guest.context().close();

  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  await page.getByRole("combobox", { name: "Changed by" }).click();
  await page.getByRole("option", { name: "Pia Packer" }).click();
  await page.getByRole("button", { name: "Show changes to Product Changed by Pia" }).click();
  const row = dialog.getByRole("row", { name: /Title/ });
  await row.waitFor();
  assert.deepEqual(
    (await row.getByRole("cell").allTextContents()).map((text) => text.trim()),
    ["Seeded product 1", "Changed by Pia"],
  );
  await page.keyboard.press("Escape");
  await done();
});

const ask = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
  await page.getByRole("dialog").waitFor();
};

const invite = async (page: Page) => {
  await page.getByRole("button", { name: "Invite staff" }).click();
  await page.getByLabel("Email").waitFor();
};

const states: [name: string, path: string, act?: (page: Page) => Promise<void>][] = [
  ["people", "/settings/people"],
  ["inviting somebody", "/settings/people", invite],
  ["what somebody may do", "/settings/people", ask("Edit access for Pia Packer")],
  ["audit log", "/settings/audit-log"],
  ["what changed", "/settings/audit-log", ask("Show changes to Product Changed by Pia")],
];

for (const [name, path, act] of states) {
  test(`${name} has no serious axe fault or sideways scroll in light, dark or 380 pixels`, async () => {
    const { page, done } = await opened(path);
    await act?.(page);
    assert.deepEqual(
      await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `${name} ${look}`)),
      [],
    );
    await done();
  });
}

test("a removed person loses the store at once; an invitation is withdrawn", async () => {
  const { page, done } = await opened("/settings/people");
  await page.getByRole("button", { name: "Remove Pia Packer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Pia Packer removed").waitFor();
  await page.getByRole("button", { name: "Invite staff" }).click();
  await page.getByLabel("Email").fill("late@guests.test");
  await page.getByRole("radio", { name: "Manager" }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invitation for late@guests.test created").waitFor();
  await page.getByRole("heading", { name: "Pending invitations" }).waitFor();
  assert.deepEqual(
    await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `an invitation ${look}`)),
    [],
  );
  await page.getByRole("button", { name: "Withdraw the invitation for late@guests.test?" }).click();
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("Invitation for late@guests.test withdrawn").waitFor();
  await page.getByRole("heading", { name: "Pending invitations" }).waitFor({ state: "detached" });
  await done();
});

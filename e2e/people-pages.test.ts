import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 3 });
});
after(() => fixture.close());

function openStorePage(path: string) {
  return openPage(fixture, store.owner.browser, `${store.host_url}${path}`);
}

test("an invited member can use only the granted rights, and the audit log shows the member's changes", async () => {
  const { page, closePage } = await openStorePage("/settings/people");
  await page.getByRole("button", { name: "Invite staff" }).click();
  await page.getByLabel("Email").fill("packer@guests.test");
  await page.getByRole("radio", { name: /^Custom/ }).check();
  await page.getByRole("checkbox", { name: /^View products/ }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invitation for packer@guests.test created").waitFor();
  await page.getByText(/sign-up\/invitation\?token=/).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator("button:focus", { hasText: "Invite staff" }).waitFor();
  await page.getByRole("heading", { name: "Pending invitations" }).waitFor();

  const mailboxPage = await page.context().newPage();
  await mailboxPage.goto(`${fixture.testPlatform.addresses.adminOrigin}/mail`);
  const email = mailboxPage.getByRole("article").filter({ hasText: "To packer@guests.test" });
  const link = await email.getByRole("link").getAttribute("href");
  await mailboxPage.close();
  const guestPage = await (await fixture.openContext()).newPage();
  await guestPage.goto(link ?? "");
  await guestPage.getByLabel("Your name").fill("Pia Packer");
  await guestPage.getByLabel("Password").fill("a long enough password");
  await guestPage.getByRole("button", { name: "Create account and accept" }).click();
  await guestPage.getByRole("heading", { level: 1 }).waitFor();
  await guestPage.goto(`${store.host_url}/products/${store.variants[0]?.product_id}`);
  await guestPage
    .getByText(/doesn't include this right: .*products\.edit/)
    .first()
    .waitFor();
  assert.ok(await guestPage.getByRole("textbox", { name: "Title", exact: true }).isDisabled());
  await guestPage.goto(`${store.host_url}/settings/people`);
  await guestPage.getByText(/doesn't include this right: .*members\.manage/).waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Edit access for Pia Packer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /^Create, edit and delete products/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Access for Pia Packer updated").waitFor();
  await page.getByText("2 rights").waitFor();

  await guestPage.goto(`${store.host_url}/products/${store.variants[0]?.product_id}`);
  await guestPage.getByRole("textbox", { name: "Title", exact: true }).fill("Changed by Pia");
  await guestPage.getByRole("button", { name: "Save", exact: true }).click();
  await guestPage.getByRole("heading", { level: 1, name: "Changed by Pia" }).waitFor();
  await guestPage.context().close();

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
  await closePage();
});

const createDialogClick = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
  await page.getByRole("dialog").waitFor();
};

const openInvitationForm = async (page: Page) => {
  await page.getByRole("button", { name: "Invite staff" }).click();
  await page.getByLabel("Email").waitFor();
};

const pageStates: [name: string, path: string, prepare?: (page: Page) => Promise<void>][] = [
  ["the staff page", "/settings/people"],
  ["the form to invite staff", "/settings/people", openInvitationForm],
  ["the dialog to edit access", "/settings/people", createDialogClick("Edit access for Pia Packer")],
  ["the audit log", "/settings/audit-log"],
  [
    "the dialog with changes",
    "/settings/audit-log",
    createDialogClick("Show changes to Product Changed by Pia"),
  ],
];

for (const [name, path, prepare] of pageStates) {
  test(`${name} is accessible in light, dark and narrow mode`, async () => {
    const { page, closePage } = await openStorePage(path);
    await prepare?.(page);
    assert.deepEqual(
      await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `${name} ${mode}`)),
      [],
    );
    await closePage();
  });
}

test("a member can be removed, and an invitation can be withdrawn", async () => {
  const { page, closePage } = await openStorePage("/settings/people");
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
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `an invitation ${mode}`)),
    [],
  );
  await page.getByRole("button", { name: "Withdraw the invitation for late@guests.test?" }).click();
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("Invitation for late@guests.test withdrawn").waitFor();
  await page.getByRole("heading", { name: "Pending invitations" }).waitFor({ state: "detached" });
  await closePage();
});

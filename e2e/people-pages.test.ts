import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededShop, seedShop } from "@souk/testkit";
import type { Page } from "playwright-core";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 3 });
});
after(() => stage.close());

function opened(path: string) {
  return openPage(stage, shop.owner.browser, `${shop.host_url}${path}`);
}

test("a packer is invited by mail, joins with a role for chosen areas, and the log tells what everybody changed", async () => {
  const { page, done } = await opened("/settings/people");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").fill("packer@guests.test");
  await page.getByRole("checkbox", { name: /^See products/ }).check();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByText("packer@guests.test is invited.").waitFor();
  const link = await page.getByText(/sign-up\/invitation\?token=/).textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Open invitations" }).waitFor();

  const guest = await (await stage.visitor()).newPage();
  await guest.goto(`${stage.testing.addresses.adminOrigin}/mail`);
  await guest.getByRole("link", { name: link ?? "" }).click();
  await guest.getByLabel("Your name").fill("Pia Packer");
  await guest.getByLabel("Password").fill("a long enough password");
  await guest.getByRole("button", { name: "Create account and accept" }).click();
  await guest.getByRole("heading", { level: 1 }).waitFor();
  await guest.goto(`${shop.host_url}/products/${shop.variants[0]?.product_id}`);
  await guest.getByRole("textbox", { name: "Title", exact: true }).fill("Changed by Pia");
  await guest.getByRole("button", { name: "Save", exact: true }).click();
  await guest.getByText("Your role in this shop does not include this.").waitFor();
  await guest.goto(`${shop.host_url}/settings/people`);
  await guest.getByText("Only an owner or a manager sees who works in this shop.").waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Change what Pia Packer may do" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /^Change products/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("What Pia Packer may do is changed.").waitFor();
  await page.getByText("2 areas").waitFor();

  await guest.goto(`${shop.host_url}/products/${shop.variants[0]?.product_id}`);
  await guest.getByRole("textbox", { name: "Title", exact: true }).fill("Changed by Pia");
  await guest.getByRole("button", { name: "Save", exact: true }).click();
  await guest.getByRole("heading", { level: 1, name: "Changed by Pia" }).waitFor();
  await guest.context().close();

  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  await page.getByRole("combobox", { name: "By" }).click();
  await page.getByRole("option", { name: "Pia Packer" }).click();
  await page.getByRole("button", { name: "Show what changed in Product Changed by Pia" }).click();
  const told = dialog.getByRole("row", { name: /Title/ });
  await told.waitFor();
  assert.deepEqual(
    (await told.getByRole("cell").allTextContents()).map((text) => text.trim()),
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
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").waitFor();
};

const states: [name: string, path: string, act?: (page: Page) => Promise<void>][] = [
  ["people", "/settings/people"],
  ["inviting somebody", "/settings/people", invite],
  ["what somebody may do", "/settings/people", ask("Change what Pia Packer may do")],
  ["audit log", "/settings/audit-log"],
  ["what changed", "/settings/audit-log", ask("Show what changed in Product Changed by Pia")],
];

for (const [name, path, act] of states) {
  test(`axe finds no serious fault in ${name}, and nothing scrolls sideways, in light, in dark, or 380 pixels wide`, async () => {
    const { page, done } = await opened(path);
    await act?.(page);
    assert.deepEqual(await faultsInEveryLook(page, (look) => takePicture(page, `${name} ${look}`)), []);
    await done();
  });
}

test("a person is removed and loses the shop at once; an invitation is withdrawn", async () => {
  const { page, done } = await opened("/settings/people");
  await page.getByRole("button", { name: "Remove Pia Packer from the shop?" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Pia Packer no longer works here.").waitFor();
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").fill("late@guests.test");
  await page.getByRole("radio", { name: "Manager" }).check();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByText("late@guests.test is invited.").waitFor();
  await page.getByRole("heading", { name: "Open invitations" }).waitFor();
  assert.deepEqual(await faultsInEveryLook(page, (look) => takePicture(page, `an invitation ${look}`)), []);
  await page.getByRole("button", { name: "Withdraw the invitation of late@guests.test?" }).click();
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("The invitation of late@guests.test is withdrawn.").waitFor();
  await page.getByRole("heading", { name: "Open invitations" }).waitFor({ state: "detached" });
  await done();
});

import { signUp, type TestPlatform } from "@souk/testkit";
import type { Page } from "playwright-core";
import type { CreateVisit, PageVisit } from "./create-visit.ts";

async function enterWrongPassword(page: Page): Promise<void> {
  await page.fill("#password", "not the password");
  await page.click("main button");
  await page.getByRole("alert").waitFor();
}

/** Create the visits of the pages that verify an email address, with a new person. */
export async function createVerificationVisits(
  testPlatform: TestPlatform,
  createVisit: CreateVisit,
): Promise<PageVisit[]> {
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const url = `${adminOrigin}/verify-email`;
  const { browser, email } = await signUp(testPlatform, "admin");
  await testPlatform.database.query("update accounts set email_verified_at = null where email = $1", [email]);
  await browser.clickButton(await browser.open(url), "Email me another link");
  const mailbox = await browser.open(`${adminOrigin}/mail`);
  const [link = ""] = /http[^\s"]+\/verify-email\?token=[\w-]+/.exec(mailbox.text) ?? [];
  return [
    createVisit("verify email", url, browser),
    createVisit("verify email with a link", link),
    createVisit("verify email with error", link, undefined, enterWrongPassword),
    createVisit("ask for another link", url),
    createVisit("partner: ask for another link", `${partnersOrigin}/verify-email`),
    createVisit("an invalid verification link", `${url}?token=used`),
  ];
}

import { type Browser, signUp, type TestPlatform } from "@souk/testkit";
import type { Page } from "playwright-core";

/** Create a stop of the tour in `tour.ts`: a page in one state. `prepare` brings the page into this state. */
type NewStop<Stop> = (
  name: string,
  url: string,
  visitor?: Browser,
  prepare?: (page: Page) => Promise<void>,
) => Stop;

async function enterWrongPassword(page: Page): Promise<void> {
  await page.fill("#password", "not the password");
  await page.click("main button");
  await page.getByRole("alert").waitFor();
}

/** Create the stops of the pages that verify an email address, with a new person. */
export async function createVerificationStops<Stop>(
  testing: TestPlatform,
  newStop: NewStop<Stop>,
): Promise<Stop[]> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const url = `${adminOrigin}/verify-email`;
  const { browser, email } = await signUp(testing, "admin");
  await testing.database.query("update accounts set email_verified_at = null where email = $1", [email]);
  await browser.clickButton(await browser.open(url), "Email me another link");
  const mailbox = await browser.open(`${adminOrigin}/mail`);
  const [link = ""] = /http[^\s"]+\/verify-email\?token=[\w-]+/.exec(mailbox.text) ?? [];
  return [
    newStop("verify email", url, browser),
    newStop("verify email with a link", link),
    newStop("verify email with error", link, undefined, enterWrongPassword),
    newStop("ask for another link", url),
    newStop("partner: ask for another link", `${partnersOrigin}/verify-email`),
    newStop("an invalid verification link", `${url}?token=used`),
  ];
}

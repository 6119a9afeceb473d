import type { Page } from "playwright-core";
import type { World } from "./world.ts";

/** Signs the merchant of the stocked shop in, on the sign-in page that a browser shows. */
export async function signInOn(page: Page, world: World): Promise<void> {
  await page.getByLabel("E-mail").fill(world.shop.merchant);
  await page.getByLabel("Password").fill(world.shop.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

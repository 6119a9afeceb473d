import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, startChromium } from "@souk/testkit";
import { type Gallery, openGallery } from "../testing/open-gallery.ts";

let gallery: Gallery;
let chromium: Chromium;

before(async () => {
  [gallery, chromium] = await Promise.all([openGallery(), startChromium()]);
});
after(async () => {
  await Promise.all([gallery.close(), chromium.stop()]);
});

test("a page behind the last one leads to the last one, in place of a list that seems empty", async () => {
  const page = await (await chromium.browser.newContext()).newPage();
  await page.goto(`${gallery.origin}/kedai/products?page=9`);
  await page.getByText("Page 3 of 3").waitFor();
  assert.equal(await page.getByText("There is nothing here yet.").count(), 0);
  await page.context().close();
});

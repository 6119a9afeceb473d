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

test("a page number after the last page of a list opens the last page", async () => {
  const page = await (await chromium.browser.newContext()).newPage();
  await page.goto(`${gallery.origin}/kedai/products?page=9`);
  await page.getByText("Page 3 of 3").waitFor();
  assert.equal(await page.getByText("No records yet").count(), 0);
  await page.context().close();
});

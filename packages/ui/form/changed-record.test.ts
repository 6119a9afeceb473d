import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Chromium, eventually, startChromium } from "@souk/testkit";
import { type Gallery, openGallery } from "../testing/open-gallery.ts";

type Page = Awaited<ReturnType<Chromium["browser"]["newPage"]>>;

let gallery: Gallery;
let chromium: Chromium;

before(async () => {
  [gallery, chromium] = await Promise.all([openGallery(), startChromium()]);
});
after(async () => {
  await Promise.all([gallery.close(), chromium.stop()]);
});

/** Open the page with the forms, and forget the requests and prepared responses of earlier tests. */
async function openForms(): Promise<Page> {
  gallery.requests.splice(0);
  gallery.respondNext();
  const page = await (await chromium.browser.newContext()).newPage();
  await page.goto(`${gallery.origin}/kedai/form`);
  await page.locator("h1").waitFor();
  return page;
}

const save = (page: Page) => page.getByRole("button", { name: "Save address" }).click();

test("a form sends only the changed fields of a record, so that other people's changes are kept", async () => {
  const page = await openForms();
  await page.getByLabel("Street").fill("9 Jalan Bandar");
  await save(page);
  await page.getByText("Address saved").waitFor();
  assert.deepEqual(gallery.requests[0]?.body, { address1: "9 Jalan Bandar" });
  await page.context().close();
});

test("when a record changes, an open form updates its unedited fields and keeps the edited ones", async () => {
  const page = await openForms();
  await page.getByLabel("City").fill("Kampar");
  await page.getByRole("button", { name: "Change address elsewhere" }).click();
  await page.locator("input[name=zip][value='34000']").waitFor();
  assert.equal(await page.getByLabel("City").inputValue(), "Kampar");
  await save(page);
  await page.getByText("Address saved").waitFor();
  assert.deepEqual(gallery.requests[0]?.body, { city: "Kampar" });
  await page.context().close();
});

test("a text typed while a form is being saved does not count as saved", async () => {
  const page = await openForms();
  const { promise: secondFieldEdited, resolve: continueRequests } = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    await secondFieldEdited;
    await route.continue();
  });
  await page.getByLabel("Street").fill("9 Jalan Bandar");
  await save(page);
  await page.getByLabel("City").fill("Kampar");
  continueRequests();
  await page.getByText("Address saved").waitFor();
  await page.getByRole("link", { name: "Products" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.waitFor({ state: "hidden" });
  await save(page);
  await eventually(() => gallery.requests.length === 2);
  assert.deepEqual(
    gallery.requests.map(({ body }) => body),
    [{ address1: "9 Jalan Bandar" }, { city: "Kampar" }],
  );
  await page.context().close();
});

test("resending a form after an error reuses its idempotency key, and the next change uses another key", async () => {
  const page = await openForms();
  const errorBody = { code: "internal", message: "Something went wrong on our side.", request_id: "req_7" };
  gallery.respondNext({ status: 500, body: { error: errorBody } });
  await page.getByLabel("Street").fill("9 Jalan Bandar");
  await save(page);
  await page.getByText("Request id: req_7").waitFor();
  await save(page);
  await page.getByText("Address saved").waitFor();
  await page.getByLabel("Street").fill("11 Jalan Bandar");
  await save(page);
  await page.getByText("Address saved").nth(1).waitFor();
  const keys = gallery.requests.map(({ idempotencyKey: key }) => key);
  assert.deepEqual([keys.length, keys[0] === keys[1], keys[1] === keys[2]], [3, true, false], keys.join());
  assert.ok(keys[0]);
  await page.context().close();
});

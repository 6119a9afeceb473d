import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fieldError, insertFieldPath } from "@souk/contract";
import { assertBecomes, type Chromium, eventually, startChromium } from "@souk/testkit";
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

/** Wait until the focused element has this text. */
async function waitForFocusOn(page: Page, words: RegExp): Promise<void> {
  await eventually(async () => {
    assert.match(await page.evaluate<string>("document.activeElement.textContent"), words);
    return true;
  });
}

function createErrorResponse(status: number, code: string, errorFields: object = {}) {
  const message = "The request is invalid.";
  return { status, body: { error: { code, message, request_id: "req_7", ...errorFields } } };
}

async function fillAppForm(page: Page): Promise<void> {
  await page.getByLabel(/^Name/).fill("Stock Sync");
  await page.getByLabel("App URL").fill("https://sync.example.net/");
  await page.getByLabel("Redirection URLs 1").fill("https://sync.example.net/back");
}

test("a missing value is reported at its field and above the form, with a link", async () => {
  const page = await openForms();
  await page.getByRole("button", { name: "Create app" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "Check the highlighted fields" });
  await summary.waitFor();
  await waitForFocusOn(page, /Name is required.*App URL is required.*Redirection URLs: add at least one/);
  await summary.getByRole("link", { name: "App URL is required." }).click();
  await assertBecomes(() => page.evaluate("document.activeElement.name"), "app_url");
  const input = page.getByLabel("App URL");
  await assertBecomes(() => input.getAttribute("aria-invalid"), "true");
  await input.fill("sync");
  await summary.getByRole("link", { name: "App URL is required." }).waitFor({ state: "detached" });
  assert.deepEqual(gallery.requests, []);
  await page.context().close();
});

test("a double click sends a form once", async () => {
  const page = await openForms();
  await fillAppForm(page);
  await page.getByRole("button", { name: "Create app" }).dblclick();
  await page.getByRole("status").filter({ hasText: "created" }).first().waitFor();
  assert.equal(gallery.requests.filter(({ method }) => method === "POST").length, 1);
  await page.context().close();
});

test("a form sends a body in the operation's shape, with the session's CSRF token", async () => {
  const page = await openForms();
  await fillAppForm(page);
  await page.getByRole("button", { name: "Add another" }).click();
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByText("App created").waitFor();
  assert.deepEqual(gallery.requests, [
    {
      method: "POST",
      path: "/api/console/apps.json",
      body: {
        name: "Stock Sync",
        app_url: "https://sync.example.net/",
        redirection_urls: ["https://sync.example.net/back"],
        embedded: true,
      },
      csrfToken: "csrf-of-the-session",
      idempotencyKey: undefined,
    },
  ]);
  await page.context().close();
});

test("form fields and list entries that the platform rejects are marked with their errors", async () => {
  const page = await openForms();
  await fillAppForm(page);
  const fields = [
    fieldError("app_url", "required"),
    fieldError(
      "redirection_urls.0",
      "invalid_format",
      { format: "url" },
      "The host of this URL is not public.",
    ),
    fieldError("partner_id", "not_found", { resource: "partner" }),
  ].map(insertFieldPath);
  gallery.respondNext(createErrorResponse(422, "invalid", { fields }));
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByRole("link", { name: "App URL is required." }).waitFor();
  await page.getByText("partner_id does not match a partner in this store.").waitFor();
  await assertBecomes(() => page.getByLabel("Redirection URLs 1").getAttribute("aria-invalid"), "true");
  await waitForFocusOn(page, /The host of this URL is not public\./);
  await page.context().close();
});

test("an error without a field is shown above the form with its request id, and the input stays", async () => {
  const page = await openForms();
  await fillAppForm(page);
  gallery.respondNext(createErrorResponse(500, "internal", { message: "Something went wrong on our side." }));
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByRole("alert").getByText("Request id: req_7").waitFor();
  assert.equal(await page.getByLabel("App URL").inputValue(), "https://sync.example.net/");
  await page.context().close();
});

test("a form's request over the rate limit waits and is sent once more", async () => {
  const page = await openForms();
  await fillAppForm(page);
  gallery.respondNext({ ...createErrorResponse(429, "rate_limited"), headers: { "retry-after": "1" } });
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByText("App created").waitFor();
  assert.equal(gallery.requests.length, 2);
  assert.deepEqual(gallery.requests[0], gallery.requests[1]);
  await page.context().close();
});

test("a request sent after the session has ended opens the sign-in page, which leads back to the page", async () => {
  const page = await openForms();
  await page.getByLabel(/^Name/).focus();
  gallery.respondNext(createErrorResponse(401, "not_signed_in"));
  await page.getByRole("button", { name: "Disable" }).click();
  await page.waitForURL("**/sign-in?return_to=%2Fkedai%2Fform");
  await page.context().close();
});

test("a request that requires the person to confirm their identity opens the page for that", async () => {
  const page = await openForms();
  gallery.respondNext(createErrorResponse(403, "step_up_required"));
  await page.getByRole("button", { name: "Disable" }).click();
  await page.waitForURL("**/account/verify?return_to=%2Fkedai%2Fform");
  await page.context().close();
});

test("a request without a response shows a connection error", async () => {
  const page = await openForms();
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByText("Can't reach the server. Check your connection and try again.").waitFor();
  await page.context().close();
});

test("leaving a page must be confirmed only while the page has unsaved changes", async () => {
  const page = await openForms();
  await page.getByLabel("Store name").fill("Kedai Baru");
  await page.getByRole("link", { name: "Products" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await page.getByLabel("Store name").inputValue(), "Kedai Baru");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Store saved").waitFor();
  await page.getByRole("link", { name: "Products" }).click();
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  await page.context().close();
});

test("a time zone is found in a form by typing a part of its name", async () => {
  const page = await openForms();
  await page.getByRole("combobox", { name: "Time zone" }).fill("jaka");
  await page.getByRole("option", { name: "Asia/Jakarta" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Store saved").waitFor();
  assert.deepEqual(gallery.requests[0]?.body, {
    handle: "kedai",
    name: "Kedai Kopi Jaya",
    currency_code: "MYR",
    timezone: "Asia/Jakarta",
  });
  await page.context().close();
});

test("the dialog of a dangerous action requires a typed word, shows a failure and closes when done", async () => {
  const page = await openForms();
  await page.getByRole("button", { name: "Uninstall" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Uninstall Stock Sync?" });
  const confirmButton = dialog.getByRole("button", { name: "Uninstall" });
  await confirmButton.waitFor();
  assert.equal(await confirmButton.isDisabled(), true);
  await dialog.locator("input:focus").waitFor();
  await page.keyboard.type("stock-sync");
  gallery.respondNext(createErrorResponse(409, "conflict", { message: "It is being uninstalled already." }));
  await page.keyboard.press("Enter");
  await dialog.getByText("It is being uninstalled already.").waitFor();
  await confirmButton.click();
  await page.getByText("Stock Sync uninstalled").waitFor();
  await dialog.waitFor({ state: "detached" });
  await waitForFocusOn(page, /^Uninstall$/);
  await page.context().close();
});

test("a reopened dialog keeps the idempotency key of a request without a response, but not of a completed one", async () => {
  const page = await openForms();
  const dialog = page.getByRole("dialog", { name: "Uninstall Stock Sync?" });
  const confirmUninstall = async () => {
    await page.getByRole("button", { name: "Uninstall", exact: true }).click();
    await dialog.getByRole("textbox").fill("stock-sync");
    await dialog.getByRole("button", { name: "Uninstall" }).click();
  };
  await page.route("**/api/**", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirmUninstall();
  await dialog.getByText("Can't reach the server.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.unroute("**/api/**");
  for (const _request of ["repeated", "next"]) {
    await confirmUninstall();
    await dialog.waitFor({ state: "detached" });
  }
  const [firstKey, repeatedKey, nextKey] = gallery.requests.map(({ idempotencyKey: key }) => key);
  assert.ok(firstKey);
  assert.equal(repeatedKey, firstKey);
  assert.notEqual(nextKey, firstKey);
  await page.context().close();
});

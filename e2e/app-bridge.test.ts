import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { eventually } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type BridgeFixture, createBridgeFixture } from "./bridge/bridge-fixture.ts";

let fixture: BridgeFixture;

before(async () => {
  fixture = await createBridgeFixture();
});

beforeEach(() => {
  fixture.authorizations.length = 0;
});

after(() => fixture.close());

/** Return the calls that the admin has executed for the app. */
function readCalls(page: Page): Promise<unknown[][]> {
  return page.evaluate("window.adminCalls") as Promise<unknown[][]>;
}

/** Build a script that makes a call and returns its value, or its error code if it fails. */
function buildOutcomeScript(call: string): string {
  return `${call}.then((value) => value ?? "done", (error) => error.code)`;
}

test("an embedded page connects to the admin and keeps its own origin", async () => {
  const { page, frame } = await fixture.open();
  assert.equal(await frame.evaluate(buildOutcomeScript("souk.ready")), "done");
  assert.equal(await frame.evaluate("souk.embedded"), true);
  assert.equal(await frame.evaluate("self.origin"), fixture.origin("app.localhost"));
  assert.deepEqual(await readCalls(page), [["onHello"]]);
  await page.close();
});

test("an embedded page's requests have a session token, which is renewed after a 401", async () => {
  const { page, frame } = await fixture.open();
  const tokens = await frame.evaluate("Promise.all([souk.sessionToken(), souk.sessionToken()])");
  assert.deepEqual(tokens, ["token-1", "token-1"]);
  assert.equal(await frame.evaluate(`souk.fetch("/api/who").then(({ status }) => status)`), 200);
  assert.deepEqual(fixture.authorizations, ["Bearer token-1", "Bearer token-2"]);
  await page.close();
});

test("HTML in an app's toast is shown as text", async () => {
  const { page, frame } = await fixture.open();
  const hostileText = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  assert.equal(
    await frame.evaluate(buildOutcomeScript(`souk.toast(${JSON.stringify(hostileText)})`)),
    "done",
  );
  assert.deepEqual((await readCalls(page)).at(-1), ["showToast", hostileText]);
  assert.equal(await page.locator("#toast").textContent(), hostileText);
  assert.deepEqual([await page.locator("#toast img").count(), await page.title()], [0, "Admin"]);
  await page.close();
});

test("an app can navigate the admin only to pages of the store in which it is open", async () => {
  const { page, frame } = await fixture.open();
  const admin = fixture.origin("admin.souk.localhost");
  const consent = `${admin}/kedai/oauth/authorize?client_id=souk_app_1`;
  const calls = [
    [`souk.navigate("/products")`, "done"],
    [`souk.open("product", 7)`, "done"],
    [`souk.authorize("${consent}")`, "done"],
    [`souk.navigate("//stranger.localhost/")`, "refused"],
    [`souk.navigate("javascript:alert(1)")`, "refused"],
    [`souk.navigate("/../other/products")`, "refused"],
    [`souk.authorize("${consent}&client_id=souk_app_2")`, "refused"],
    [`souk.open("account", 7)`, "invalid"],
    [`souk.toast("")`, "invalid"],
  ] as const;
  for (const [call, expected] of calls)
    assert.equal(await frame.evaluate(buildOutcomeScript(call)), expected, call);
  assert.deepEqual((await readCalls(page)).slice(1), [
    ["navigate", "/kedai/products"],
    ["navigate", "/kedai/products/7"],
    ["openConsentPage", consent],
  ]);
  await page.close();
});

test("an app's frame cannot navigate the admin's window", async () => {
  const { page, frame } = await fixture.open();
  const urlBefore = page.url();
  const errorName = await frame.evaluate(
    `(() => { try { top.location.href = "${fixture.origin("stranger.localhost")}"; return "navigated"; } catch (error) { return error.name; } })()`,
  );
  assert.deepEqual([errorName, page.url()], ["SecurityError", urlBefore]);
  await page.close();
});

test("`souk.resize('auto')` makes the frame grow and shrink with its content", async () => {
  const { page, frame } = await fixture.open();
  await frame.evaluate(buildOutcomeScript(`souk.resize("auto")`));
  const readHeights = async () =>
    (await readCalls(page)).filter(([name]) => name === "setFrameHeight").map(([, height]) => height);
  await frame.evaluate(`document.body.style.height = "900px"`);
  await eventually(async () => (await readHeights()).at(-1) === 900);
  await frame.evaluate(`document.body.style.height = "300px"`);
  await eventually(async () => (await readHeights()).at(-1) === 300);
  // The admin limits the frame's height to 8,000 pixels.
  await frame.evaluate(buildOutcomeScript("souk.resize(1e6)"));
  assert.equal((await readHeights()).at(-1), 8_000);
  await page.close();
});

test("a page of another origin in the app's frame cannot use the bridge", async () => {
  const { page, frame } = await fixture.open();
  await frame.evaluate(buildOutcomeScript("souk.ready"));
  const strangerUrl = `${fixture.origin("stranger.localhost")}/?host_url=${encodeURIComponent(`${fixture.origin("admin.souk.localhost")}/kedai`)}&hmac=00`;
  await frame.goto(strangerUrl);
  await frame.evaluate(`parent.postMessage({ souk_bridge: 1, id: 50, ask: "session_token", with: {} }, "*")`);
  await frame.goto(`${fixture.origin("app.localhost")}/later`);
  // The app's own next page gets token-1, the first token. So the request of the other origin was ignored.
  assert.equal(await frame.evaluate("souk.sessionToken()"), "token-1");
  await page.close();
});

test("the admin ignores messages of another frame on the page, even if it has the app's origin", async () => {
  const { page, frame } = await fixture.open();
  await frame.evaluate(buildOutcomeScript("souk.ready"));
  for (const name of ["app.localhost", "stranger.localhost"] as const) {
    await page.evaluate(`new Promise((resolve) => {
      const sibling = document.createElement("iframe");
      sibling.name = "sibling"; sibling.src = "${fixture.origin(name)}/sibling"; sibling.onload = resolve;
      document.body.append(sibling);
    })`);
    const sibling = page.frame("sibling") ?? assert.fail("no sibling");
    await sibling.evaluate(`window.messages = []; addEventListener("message", ({ data }) => messages.push(data));
      parent.postMessage({ souk_bridge: 1, id: 1, ask: "title", with: { text: "Forged" } }, "*")`);
    // A window receives messages in the order they were sent. So when the title request below has a response, the admin has
    // already received the forged request.
    await frame.evaluate(buildOutcomeScript(`souk.title("Stock")`));
    assert.deepEqual(await sibling.evaluate("messages"), []);
    await page.evaluate(`document.querySelector("iframe[name=sibling]").remove()`);
  }
  assert.deepEqual(
    (await readCalls(page)).filter(([name]) => name === "setTitle"),
    [
      ["setTitle", "Stock"],
      ["setTitle", "Stock"],
    ],
  );
  await page.close();
});

test("an app accepts responses only from the admin's window", async () => {
  const { page, frame } = await fixture.open({ hasBridge: false });
  // A sibling frame of another origin responds to the app's greeting instead of the admin.
  await page.evaluate(`new Promise((resolve) => {
    const sibling = document.createElement("iframe");
    sibling.name = "sibling"; sibling.src = "${fixture.origin("stranger.localhost")}/sibling"; sibling.onload = resolve;
    document.body.append(sibling);
  })`);
  const sibling = page.frame("sibling") ?? assert.fail("no sibling");
  await frame.evaluate(`window.messageCount = 0; addEventListener("message", () => { messageCount += 1; })`);
  await sibling.evaluate(
    `parent.frames[0].postMessage({ souk_bridge: 1, reply_to: 1, ok: true, value: { version: 1 } }, "*")`,
  );
  await eventually(async () => (await frame.evaluate("messageCount")) === 1);
  // A sibling frame on the admin's origin responds too, but it is not the app's parent window.
  await page.evaluate(`(() => {
    const blank = document.createElement("iframe");
    document.body.append(blank);
    blank.contentWindow.eval('parent.frames[0].postMessage({ souk_bridge: 1, reply_to: 1, ok: true, value: {} }, "*")');
  })()`);
  await eventually(async () => (await frame.evaluate("messageCount")) === 2);
  await page.evaluate(
    `document.getElementById("app").contentWindow.postMessage({ souk_bridge: 1, reply_to: 1, ok: "yes" }, "*")`,
  );
  const readyOutcome = await frame.evaluate(
    `Promise.race([${buildOutcomeScript("souk.ready")}, new Promise((resolve) => { setTimeout(resolve, 200, "waiting"); })])`,
  );
  assert.equal(readyOutcome, "waiting");
  await page.close();
});

test("another site that frames an app gets no messages and cannot act as the admin", async () => {
  const page = await fixture.chromium.browser.newPage();
  await page.goto(`${fixture.origin("stranger.localhost")}/`);
  const hostUrl = encodeURIComponent(`${fixture.origin("admin.souk.localhost")}/kedai`);
  await page.evaluate(`new Promise((resolve) => {
    window.messages = []; addEventListener("message", ({ data }) => messages.push(data));
    const frame = document.createElement("iframe");
    frame.name = "app"; frame.src = "${fixture.origin("app.localhost")}/?host_url=${hostUrl}&hmac=00"; frame.onload = resolve;
    document.body.append(frame);
  })`);
  const frame = page.frame("app") ?? assert.fail("no frame");
  await frame.evaluate(`window.messageCount = 0; addEventListener("message", () => { messageCount += 1; })`);
  await page.evaluate(
    `frames[0].postMessage({ souk_bridge: 1, reply_to: 1, ok: true, value: { version: 1 } }, "*")`,
  );
  await eventually(async () => (await frame.evaluate("messageCount")) === 1);
  const readyOutcome = await frame.evaluate(
    `Promise.race([${buildOutcomeScript("souk.ready")}, new Promise((resolve) => { setTimeout(resolve, 200, "waiting"); })])`,
  );
  assert.deepEqual([readyOutcome, await page.evaluate("messages")], ["waiting", []]);
  await page.close();
});

test("a bridge call fails if the admin does not respond within ten seconds", async () => {
  const { page, frame } = await fixture.open({ hasBridge: false });
  await page.clock.install();
  await frame.goto(frame.url());
  const resultPromise = frame.evaluate(`souk.toast("Hello").catch(({ code, message }) => [code, message])`);
  await page.clock.fastForward(10_000);
  assert.deepEqual(await resultPromise, [
    "timeout",
    'The admin did not respond to "hello" within 10 seconds.',
  ]);
  await page.close();
});

test("an app's page also works in a tab without the admin", async () => {
  const page = await fixture.chromium.browser.newPage();
  await page.goto(`${fixture.origin("app.localhost")}/`);
  assert.equal(await page.evaluate("souk.embedded"), false);
  assert.equal(await page.evaluate(buildOutcomeScript("souk.ready")), "not_embedded");
  assert.equal(await page.evaluate(buildOutcomeScript(`souk.toast("Hello")`)), "not_embedded");
  assert.equal(await page.evaluate(`souk.fetch("/api/who").then(({ status }) => status)`), 200);
  assert.deepEqual(fixture.authorizations, [undefined]);
  await page.close();
});

test("a page ignores the host_url in the query of its URL if the URL is not signed", async () => {
  const { page, frame } = await fixture.open({ path: "/?host_url=http://stranger.localhost/kedai" });
  assert.equal(await frame.evaluate(buildOutcomeScript("souk.ready")), "no_host_url");
  await page.close();
});

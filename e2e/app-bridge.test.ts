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

/** Return the calls that the admin has carried out for the app. */
function done(page: Page): Promise<unknown[][]> {
  return page.evaluate("window.done") as Promise<unknown[][]>;
}

/** Build a script that makes a call and returns its error code or its value. */
function outcome(call: string): string {
  return `${call}.then((value) => value ?? "done", (error) => error.code)`;
}

test("an embedded page finds its admin and keeps its own origin in the sandbox", async () => {
  const { page, frame } = await fixture.open();
  assert.equal(await frame.evaluate(outcome("souk.ready")), "done");
  assert.equal(await frame.evaluate("souk.embedded"), true);
  assert.equal(await frame.evaluate("self.origin"), fixture.origin("app.localhost"));
  assert.deepEqual(await done(page), [["greet"]]);
  await page.close();
});

test("requests to the app's server carry the session token, a new one after a 401", async () => {
  const { page, frame } = await fixture.open();
  const tokens = await frame.evaluate("Promise.all([souk.sessionToken(), souk.sessionToken()])");
  assert.deepEqual(tokens, ["token-1", "token-1"]);
  assert.equal(await frame.evaluate(`souk.fetch("/api/who").then(({ status }) => status)`), 200);
  assert.deepEqual(fixture.authorizations, ["Bearer token-1", "Bearer token-2"]);
  await page.close();
});

test("a hostile toast is shown as text", async () => {
  const { page, frame } = await fixture.open();
  const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  assert.equal(await frame.evaluate(outcome(`souk.toast(${JSON.stringify(hostile)})`)), "done");
  assert.deepEqual((await done(page)).at(-1), ["toast", hostile]);
  assert.equal(await page.locator("#toast").textContent(), hostile);
  assert.deepEqual([await page.locator("#toast img").count(), await page.title()], [0, "Admin"]);
  await page.close();
});

test("an app navigates within its store's admin and nowhere else", async () => {
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
  for (const [call, expected] of calls) assert.equal(await frame.evaluate(outcome(call)), expected, call);
  assert.deepEqual((await done(page)).slice(1), [
    ["go", "/kedai/products"],
    ["go", "/kedai/products/7"],
    ["authorize", consent],
  ]);
  await page.close();
});

test("the frame cannot navigate the window itself", async () => {
  const { page, frame } = await fixture.open();
  const before = page.url();
  const tried = await frame.evaluate(
    `(() => { try { top.location.href = "${fixture.origin("stranger.localhost")}"; return "led"; } catch (error) { return error.name; } })()`,
  );
  assert.deepEqual([tried, page.url()], ["SecurityError", before]);
  await page.close();
});

test("resize auto follows the content as it grows and shrinks", async () => {
  const { page, frame } = await fixture.open();
  await frame.evaluate(outcome(`souk.resize("auto")`));
  const heights = async () =>
    (await done(page)).filter(([name]) => name === "resize").map(([, height]) => height);
  await frame.evaluate(`document.body.style.height = "900px"`);
  await eventually(async () => (await heights()).at(-1) === 900);
  await frame.evaluate(`document.body.style.height = "300px"`);
  await eventually(async () => (await heights()).at(-1) === 300);
  await frame.evaluate(outcome("souk.resize(1e6)"));
  assert.equal((await heights()).at(-1), 8_000);
  await page.close();
});

test("a page of another origin in the frame gets no bridge", async () => {
  const { page, frame } = await fixture.open();
  await frame.evaluate(outcome("souk.ready"));
  const stranger = `${fixture.origin("stranger.localhost")}/?host_url=${encodeURIComponent(`${fixture.origin("admin.souk.localhost")}/kedai`)}&hmac=00`;
  await frame.goto(stranger);
  await frame.evaluate(`window.heard = []; addEventListener("message", ({ data }) => heard.push(data));
    parent.postMessage({ souk_bridge: 1, id: 50, ask: "session_token", with: {} }, "*")`);
  await frame.goto(`${fixture.origin("app.localhost")}/later`);
  // The app's own later page is answered again, and it knows its admin from before: so the stranger was passed over.
  assert.equal(await frame.evaluate("souk.sessionToken()"), "token-1");
  await page.close();
});

test("messages from a sibling frame are ignored, even from the app's own origin", async () => {
  const { page, frame } = await fixture.open();
  await frame.evaluate(outcome("souk.ready"));
  for (const name of ["app.localhost", "stranger.localhost"] as const) {
    await page.evaluate(`new Promise((resolve) => {
      const sibling = document.createElement("iframe");
      sibling.name = "sibling"; sibling.src = "${fixture.origin(name)}/sibling"; sibling.onload = resolve;
      document.body.append(sibling);
    })`);
    const sibling = page.frame("sibling") ?? assert.fail("no sibling");
    await sibling.evaluate(`window.heard = []; addEventListener("message", ({ data }) => heard.push(data));
      parent.postMessage({ souk_bridge: 1, id: 1, ask: "title", with: { text: "Forged" } }, "*")`);
    // Messages of one window arrive in their order, and this one is answered: the forged ones have been passed over.
    await frame.evaluate(outcome(`souk.title("Mine")`));
    assert.deepEqual(await sibling.evaluate("heard"), []);
    await page.evaluate(`document.querySelector("iframe[name=sibling]").remove()`);
  }
  assert.deepEqual(
    (await done(page)).filter(([name]) => name === "title"),
    [
      ["title", "Mine"],
      ["title", "Mine"],
    ],
  );
  await page.close();
});

test("an app accepts answers from the admin's window alone", async () => {
  const { page, frame } = await fixture.open({ deaf: true });
  // A frame of the stranger's beside the app's answers the greeting in the admin's place.
  await page.evaluate(`new Promise((resolve) => {
    const sibling = document.createElement("iframe");
    sibling.name = "sibling"; sibling.src = "${fixture.origin("stranger.localhost")}/sibling"; sibling.onload = resolve;
    document.body.append(sibling);
  })`);
  const sibling = page.frame("sibling") ?? assert.fail("no sibling");
  await frame.evaluate(`window.heard = 0; addEventListener("message", () => { heard += 1; })`);
  await sibling.evaluate(
    `parent.frames[0].postMessage({ souk_bridge: 1, reply_to: 1, ok: true, value: { version: 1 } }, "*")`,
  );
  await eventually(async () => (await frame.evaluate("heard")) === 1);
  // So does a frame on the admin's own origin: it is not the window that the app stands in.
  await page.evaluate(`(() => {
    const blank = document.createElement("iframe");
    document.body.append(blank);
    blank.contentWindow.eval('parent.frames[0].postMessage({ souk_bridge: 1, reply_to: 1, ok: true, value: {} }, "*")');
  })()`);
  await eventually(async () => (await frame.evaluate("heard")) === 2);
  await page.evaluate(
    `document.getElementById("app").contentWindow.postMessage({ souk_bridge: 1, reply_to: 1, ok: "yes" }, "*")`,
  );
  const isReady = await frame.evaluate(
    `Promise.race([${outcome("souk.ready")}, new Promise((resolve) => { setTimeout(resolve, 200, "waiting"); })])`,
  );
  assert.equal(isReady, "waiting");
  await page.close();
});

test("a stranger that frames an app learns nothing and cannot pose as its admin", async () => {
  const page = await fixture.chromium.browser.newPage();
  await page.goto(`${fixture.origin("stranger.localhost")}/`);
  const hostUrl = encodeURIComponent(`${fixture.origin("admin.souk.localhost")}/kedai`);
  await page.evaluate(`new Promise((resolve) => {
    window.heard = []; addEventListener("message", ({ data }) => heard.push(data));
    const frame = document.createElement("iframe");
    frame.name = "app"; frame.src = "${fixture.origin("app.localhost")}/?host_url=${hostUrl}&hmac=00"; frame.onload = resolve;
    document.body.append(frame);
  })`);
  const frame = page.frame("app") ?? assert.fail("no frame");
  await frame.evaluate(`window.heard = 0; addEventListener("message", () => { heard += 1; })`);
  await page.evaluate(
    `frames[0].postMessage({ souk_bridge: 1, reply_to: 1, ok: true, value: { version: 1 } }, "*")`,
  );
  await eventually(async () => (await frame.evaluate("heard")) === 1);
  const isReady = await frame.evaluate(
    `Promise.race([${outcome("souk.ready")}, new Promise((resolve) => { setTimeout(resolve, 200, "waiting"); })])`,
  );
  assert.deepEqual([isReady, await page.evaluate("heard")], ["waiting", []]);
  await page.close();
});

test("an admin that does not answer is reported after ten seconds", async () => {
  const { page, frame } = await fixture.open({ deaf: true });
  await page.clock.install();
  await frame.goto(frame.url());
  const asked = frame.evaluate(`souk.toast("Hello").catch(({ code, message }) => [code, message])`);
  await page.clock.fastForward(10_000);
  assert.deepEqual(await asked, ["timeout", 'The admin did not respond to "hello" within 10 seconds.']);
  await page.close();
});

test("the same page works on its own in a tab", async () => {
  const page = await fixture.chromium.browser.newPage();
  await page.goto(`${fixture.origin("app.localhost")}/`);
  assert.equal(await page.evaluate("souk.embedded"), false);
  assert.equal(await page.evaluate(outcome("souk.ready")), "not_embedded");
  assert.equal(await page.evaluate(outcome(`souk.toast("Hello")`)), "not_embedded");
  assert.equal(await page.evaluate(`souk.fetch("/api/who").then(({ status }) => status)`), 200);
  assert.deepEqual(fixture.authorizations, [undefined]);
  await page.close();
});

test("a page without a signed admin address does not guess it", async () => {
  const { page, frame } = await fixture.open({ path: "/?host_url=http://stranger.localhost/kedai" });
  assert.equal(await frame.evaluate(outcome("souk.ready")), "no_host_url");
  await page.close();
});

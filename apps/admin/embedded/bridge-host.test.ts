import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { bridgeLimits } from "@souk/contract";
import { createBridgeHost } from "./bridge-host.ts";

const app = {
  client_id: "souk_app_1",
  origin: "https://app.example",
  host_url: "https://admin.souk.example/kedai",
};

/** Create an admin that records its calls, and the window that receives its answers. */
function createHostFixture(tokenFails?: Error) {
  const done: unknown[][] = [];
  const posted: { message: unknown; to: string }[] = [];
  let time = 0;
  const note =
    (name: string) =>
    (...given: unknown[]) => {
      done.push([name, ...given]);
    };
  const host = createBridgeHost(
    app,
    {
      greet: note("greet"),
      sessionToken: async () => {
        if (tokenFails) throw tokenFails;
        return { token: "jwt", expires_in_s: 60 };
      },
      toast: note("toast"),
      title: note("title"),
      go: note("go"),
      resize: note("resize"),
      authorize: note("authorize"),
    },
    () => time,
  );
  const frame = { postMessage: (message: unknown, to: string) => void posted.push({ message, to }) };
  return {
    host,
    frame,
    done,
    posted,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Send a request as the app's page would, and return the admin's answer. */
    ask: async (ask: string, fields: object = {}) => {
      const data = { souk_bridge: 1, id: 1, ask, with: fields };
      await host.receive({ source: frame, origin: app.origin, data }, frame);
      return posted.at(-1)?.message as {
        ok: boolean;
        value?: object;
        error?: { code: string; message: string };
      };
    },
  };
}

test("an answer names its request and goes to the app's origin only", async () => {
  const { ask, posted } = createHostFixture();
  await ask("hello");
  const message = { souk_bridge: 1, reply_to: 1, ok: true, value: { version: 1 } };
  assert.deepEqual(posted, [{ message, to: "https://app.example" }]);
});

test("only messages of this frame's window on the app's own origin are processed", async () => {
  const { host, frame, done, posted } = createHostFixture();
  const data = { souk_bridge: 1, id: 1, ask: "title", with: { text: "Mine" } };
  await host.receive({ source: frame, origin: "https://evil.example", data }, frame);
  await host.receive({ source: frame, origin: "null", data }, frame);
  await host.receive({ source: {}, origin: app.origin, data }, frame);
  await host.receive({ source: null, origin: app.origin, data }, null);
  assert.deepEqual([done, posted], [[], []]);
});

test("a session token comes from the platform, and so does the text of its rejection", async () => {
  assert.deepEqual((await createHostFixture().ask("session_token")).value, {
    token: "jwt",
    expires_in_s: 60,
  });
  const disabled = { error: { code: "conflict", message: "Stock Sync is disabled.", request_id: "r" } };
  const { error } = await createHostFixture(new ApiError(409, disabled, new Headers())).ask("session_token");
  assert.deepEqual(error, { code: "unavailable", message: "Stock Sync is disabled." });
});

test("an internal error of the admin is not disclosed to an app", async () => {
  const { error } = await createHostFixture(new Error("secret inner words")).ask("session_token");
  assert.equal(error?.code, "unavailable");
  assert.doesNotMatch(error?.message ?? "", /secret/);
});

test("an app can navigate to pages of its store only", async () => {
  const { ask, done } = createHostFixture();
  await ask("navigate", { path: "/products?query=mug" });
  await ask("navigate", { path: "/" });
  await ask("open", { resource: "product", id: 12 });
  assert.deepEqual(done, [
    ["go", "/kedai/products?query=mug"],
    ["go", "/kedai"],
    ["go", "/kedai/products/12"],
  ]);
  for (const path of ["//evil.example", "https://evil.example", "/sign-out", "/../other/products"])
    assert.equal((await ask("navigate", { path })).error?.code, "refused", path);
  assert.equal(done.length, 3);
});

test("frame heights are kept within the bounds", async () => {
  const { ask, done } = createHostFixture();
  for (const height of [0, 480.2, 1_000_000]) await ask("resize", { height });
  const { min_height_px: least_height_px, max_height_px: greatest_height_px } = bridgeLimits;
  assert.deepEqual(
    done.map(([, height]) => height),
    [least_height_px, 481, greatest_height_px],
  );
});

test("the only external address an app may open is its own consent page in this store", async () => {
  const { ask, done } = createHostFixture();
  const own = `${app.host_url}/oauth/authorize?client_id=souk_app_1&scope=read_products&redirect_uri=https%3A%2F%2Fapp.example%2Fcb`;
  await ask("authorize", { url: own });
  assert.deepEqual(done, [["authorize", own]]);
  const others = [
    own.replace("souk_app_1", "souk_app_2"),
    `${own}&client_id=souk_app_2`,
    `${own}&app_id=souk_app_2`,
    own.replace("/kedai/", "/other/"),
    own.replace("/oauth/authorize", "/oauth/../apps/install/souk_app_2"),
    own.replace("admin.souk.example", "admin.souk.example.evil.example"),
    own.replace("https:", "http:"),
    own.replace("https://", "https://name@"),
    "javascript:alert(1)//admin.souk.example/kedai/oauth/authorize?client_id=souk_app_1",
    "/kedai/oauth/authorize?client_id=souk_app_1",
  ];
  for (const url of others) assert.equal((await ask("authorize", { url })).error?.code, "refused", url);
  assert.equal(done.length, 1);
});

test("a page that asks without end gets an error until some seconds have passed", async () => {
  const { ask, done, pass } = createHostFixture();
  const toast = () => ask("toast", { text: "Hello", style: "info" });
  for (let at = 0; at < bridgeLimits.toasts; at++) assert.equal((await toast()).ok, true);
  assert.equal((await toast()).error?.code, "too_many");
  assert.equal((await ask("title", { text: "Still heard" })).ok, true);
  for (let at = 0; at < bridgeLimits.requests; at++) await ask("hello");
  assert.equal((await ask("hello")).error?.code, "too_many");
  pass(bridgeLimits.window_s * 1_000);
  assert.equal((await toast()).ok, true);
  assert.equal(done.filter(([name]) => name === "toast").length, bridgeLimits.toasts + 1);
});

test("an invalid request is rejected with its field, messages of others are ignored", async () => {
  const { ask, host, frame, posted } = createHostFixture();
  const { error } = await ask("toast", { text: "a".repeat(201), style: "info" });
  assert.deepEqual([error?.code, error?.message.startsWith("toast: text")], ["invalid", true]);
  await host.receive({ source: frame, origin: app.origin, data: { kind: "analytics" } }, frame);
  assert.equal(posted.length, 1);
});

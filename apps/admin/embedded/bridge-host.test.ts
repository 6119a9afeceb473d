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

/**
 * Create a bridge host that records the handlers it calls, and a frame window that records the posted responses.
 * @param tokenError the error with which fetching a session token fails
 */
function createHostFixture(tokenError?: Error) {
  const calls: unknown[][] = [];
  const postedMessages: { message: unknown; targetOrigin: string }[] = [];
  let time = 0;
  const recordCall =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
    };
  const host = createBridgeHost(
    app,
    {
      onHello: recordCall("onHello"),
      fetchSessionToken: async () => {
        if (tokenError) throw tokenError;
        return { token: "jwt", expires_in_s: 60 };
      },
      showToast: recordCall("showToast"),
      setTitle: recordCall("setTitle"),
      navigate: recordCall("navigate"),
      setFrameHeight: recordCall("setFrameHeight"),
      openConsentPage: recordCall("openConsentPage"),
    },
    () => time,
  );
  const frame = {
    postMessage: (message: unknown, targetOrigin: string) =>
      void postedMessages.push({ message, targetOrigin }),
  };
  return {
    host,
    frame,
    calls,
    postedMessages,
    advanceTime: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Send a request as the app's page would, and return the admin's response. */
    sendRequest: async (action: string, fields: object = {}) => {
      const data = { souk_bridge: 1, id: 1, ask: action, with: fields };
      await host.receive({ source: frame, origin: app.origin, data }, frame);
      return postedMessages.at(-1)?.message as {
        ok: boolean;
        value?: object;
        error?: { code: string; message: string };
      };
    },
  };
}

test("a bridge response contains its request's id and is posted only to the app's origin", async () => {
  const { sendRequest, postedMessages } = createHostFixture();
  await sendRequest("hello");
  const message = { souk_bridge: 1, reply_to: 1, ok: true, value: { version: 1 } };
  assert.deepEqual(postedMessages, [{ message, targetOrigin: "https://app.example" }]);
});

test("the bridge processes a message only if it comes from the frame's window and from the app's origin", async () => {
  const { host, frame, calls, postedMessages } = createHostFixture();
  const data = { souk_bridge: 1, id: 1, ask: "title", with: { text: "Mine" } };
  await host.receive({ source: frame, origin: "https://evil.example", data }, frame);
  await host.receive({ source: frame, origin: "null", data }, frame);
  await host.receive({ source: {}, origin: app.origin, data }, frame);
  await host.receive({ source: null, origin: app.origin, data }, null);
  assert.deepEqual([calls, postedMessages], [[], []]);
});

test("an app that requests a session token gets the token, or the API's error message", async () => {
  assert.deepEqual((await createHostFixture().sendRequest("session_token")).value, {
    token: "jwt",
    expires_in_s: 60,
  });
  const disabledError = { error: { code: "conflict", message: "Stock Sync is disabled.", request_id: "r" } };
  const failingHost = createHostFixture(new ApiError(409, disabledError, new Headers()));
  const { error } = await failingHost.sendRequest("session_token");
  assert.deepEqual(error, { code: "unavailable", message: "Stock Sync is disabled." });
});

test("the message of an internal error in the admin isn't sent to the app", async () => {
  const { error } = await createHostFixture(new Error("secret details")).sendRequest("session_token");
  assert.equal(error?.code, "unavailable");
  assert.doesNotMatch(error?.message ?? "", /secret/);
});

test("an app can navigate only to pages of the current store", async () => {
  const { sendRequest, calls } = createHostFixture();
  await sendRequest("navigate", { path: "/products?query=mug" });
  await sendRequest("navigate", { path: "/" });
  await sendRequest("open", { resource: "product", id: 12 });
  assert.deepEqual(calls, [
    ["navigate", "/kedai/products?query=mug"],
    ["navigate", "/kedai"],
    ["navigate", "/kedai/products/12"],
  ]);
  for (const path of ["//evil.example", "https://evil.example", "/sign-out", "/../other/products"])
    assert.equal((await sendRequest("navigate", { path })).error?.code, "refused", path);
  assert.equal(calls.length, 3);
});

test("a frame height that an app requests is kept between the minimum and the maximum", async () => {
  const { sendRequest, calls } = createHostFixture();
  for (const height of [0, 480.2, 1_000_000]) await sendRequest("resize", { height });
  const { min_height_px, max_height_px } = bridgeLimits;
  assert.deepEqual(
    calls.map(([, height]) => height),
    [min_height_px, 481, max_height_px],
  );
});

test("an app can open only its own consent page, and only in the current store", async () => {
  const { sendRequest, calls } = createHostFixture();
  const consentUrl = `${app.host_url}/oauth/authorize?client_id=souk_app_1&scope=read_products&redirect_uri=https%3A%2F%2Fapp.example%2Fcb`;
  await sendRequest("authorize", { url: consentUrl });
  assert.deepEqual(calls, [["openConsentPage", consentUrl]]);
  const rejectedUrls = [
    consentUrl.replace("souk_app_1", "souk_app_2"),
    `${consentUrl}&client_id=souk_app_2`,
    `${consentUrl}&app_id=souk_app_2`,
    consentUrl.replace("/kedai/", "/other/"),
    consentUrl.replace("/oauth/authorize", "/oauth/../apps/install/souk_app_2"),
    consentUrl.replace("admin.souk.example", "admin.souk.example.evil.example"),
    consentUrl.replace("https:", "http:"),
    consentUrl.replace("https://", "https://name@"),
    "javascript:alert(1)//admin.souk.example/kedai/oauth/authorize?client_id=souk_app_1",
    "/kedai/oauth/authorize?client_id=souk_app_1",
  ];
  for (const url of rejectedUrls)
    assert.equal((await sendRequest("authorize", { url })).error?.code, "refused", url);
  assert.equal(calls.length, 1);
});

test("an app that sends too many toasts or bridge requests gets an error until the time window ends", async () => {
  const { sendRequest, calls, advanceTime } = createHostFixture();
  const sendToast = () => sendRequest("toast", { text: "Hello", style: "info" });
  for (let count = 0; count < bridgeLimits.toasts; count++) assert.equal((await sendToast()).ok, true);
  assert.equal((await sendToast()).error?.code, "too_many");
  assert.equal((await sendRequest("title", { text: "Still allowed" })).ok, true);
  for (let count = 0; count < bridgeLimits.requests; count++) await sendRequest("hello");
  assert.equal((await sendRequest("hello")).error?.code, "too_many");
  advanceTime(bridgeLimits.window_s * 1_000);
  assert.equal((await sendToast()).ok, true);
  assert.equal(calls.filter(([name]) => name === "showToast").length, bridgeLimits.toasts + 1);
});

test("the error for an invalid bridge request names the field", async () => {
  const { sendRequest } = createHostFixture();
  const { error } = await sendRequest("toast", { text: "a".repeat(201), style: "info" });
  assert.deepEqual([error?.code, error?.message.startsWith("toast: text")], ["invalid", true]);
});

test("a message that isn't a bridge request gets no response", async () => {
  const { host, frame, postedMessages } = createHostFixture();
  await host.receive({ source: frame, origin: app.origin, data: { kind: "analytics" } }, frame);
  assert.equal(postedMessages.length, 0);
});

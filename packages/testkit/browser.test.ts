import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBrowser } from "./browser.ts";
import { type ConnectedClient, createHttpClient } from "./http-client.ts";
import { parsePageForms } from "./page-form.ts";
import { type RecordingReceiver, startRecordingReceiver } from "./recording-receiver.ts";

let server: RecordingReceiver;
let client: ConnectedClient;

before(async () => {
  server = await startRecordingReceiver();
  client = createHttpClient({ host: "127.0.0.1", port: server.port });
});

after(async () => {
  client.stop();
  await server.stop();
});

const origin = "http://admin.souk.localhost:4000";

function openBrowser() {
  return createBrowser(client.request, ({ hostname }) => hostname.endsWith(".souk.localhost"));
}

test("the test HTTP client sends the URL's host as Host header to the server it connects to", async () => {
  await client.request(`${origin}/demo?q=1`, { token: "t" });
  const { headers, path } = server.requests.at(-1) ?? assert.fail();
  assert.deepEqual(
    [headers.host, path, headers["service-access-token"]],
    ["admin.souk.localhost:4000", "/demo?q=1", "t"],
  );
});

test("the test browser sends a cookie only to its host, until the cookie expires", async () => {
  const { open } = openBrowser();
  server.respondWith({ status: 200, headers: { "set-cookie": "__Host-s=1; Path=/; Secure; HttpOnly" } });
  await open(`${origin}/`);
  server.respondWith({ status: 200, headers: { "set-cookie": "__Host-s=; Path=/; Secure; Max-Age=0" } });
  await open("http://demo.souk.localhost:4000/");
  await open(`${origin}/`);
  await open(`${origin}/`);
  const cookies = server.requests.slice(-4).map(({ headers }) => headers.cookie);
  assert.deepEqual(cookies, [undefined, undefined, "__Host-s=1", undefined]);
});

test("the test browser rejects a cookie that a real browser would drop", async () => {
  server.respondWith({ status: 200, headers: { "set-cookie": "__Host-s=1; Path=/" } });
  await assert.rejects(openBrowser().open(origin), /A browser would reject this cookie/);
});

test("clicking a button in the test browser submits its form with the headers that a real browser sends", async () => {
  const { open, clickButton } = openBrowser();
  const body = `<form method="post" action="/sign-in?a=1"><input type="hidden" name="csrf_token" value="a&amp;b">
    <input name="email" type="email"><button name="choice" value="yes">Sign <b>in</b></button></form>`;
  server.respondWith({ status: 200, body });
  await clickButton(await open(`${origin}/here`), "Sign in", { email: "a@b.test" });
  const request = server.requests.at(-1) ?? assert.fail();
  assert.equal(request.body.toString(), "csrf_token=a%26b&email=a%40b.test&choice=yes");
  assert.deepEqual(
    [request.method, request.path, request.headers.origin, request.headers["sec-fetch-site"]],
    ["POST", "/sign-in?a=1", origin, "same-origin"],
  );
  await assert.rejects(
    async () => clickButton(await open(origin), "Approve"),
    /no button "Approve", only: Sign in/,
  );
});

test("a console call of the test browser sends the CSRF token of the session", async () => {
  const { call } = openBrowser();
  const body = JSON.stringify({ session: { csrf_token: "c1" } });
  server.respondWith({ status: 200, body, headers: { "content-type": "application/json" } });
  await call("POST", `${origin}/api/console/session.json`, { email: "a" });
  await call("DELETE", `${origin}/api/console/session.json`);
  const [firstToken, secondToken] = server.requests.slice(-2).map(({ headers }) => headers["x-csrf-token"]);
  assert.deepEqual([firstToken, secondToken], [undefined, "c1"]);
});

test("the test browser follows redirects only to the platform's own hosts", async () => {
  const { open, followRedirects } = openBrowser();
  server.respondWith(({ path }) => {
    if (path === "/1") return { status: 303, headers: { location: "/2" } };
    if (path === "/2") return { status: 200, headers: { refresh: "0; url=/3" } };
    return { status: 302, headers: { location: "https://app.example/callback?code=1" } };
  });
  const lastPage = await followRedirects(await open(`${origin}/1`));
  assert.deepEqual(
    [lastPage.url, lastPage.redirectTarget],
    [`${origin}/3`, "https://app.example/callback?code=1"],
  );
});

test("parsing a form returns the initial values of its fields", () => {
  const [form] =
    parsePageForms(`<form><input type="checkbox" name="a" value="1" checked><input type="checkbox" name="b" value="1">
    <select name="zone"><option value="x">X<option value="y" selected>Y</select></form>`);
  assert.deepEqual(form?.fields, { a: "1", zone: "y" });
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser } from "./browser.ts";
import { type ConnectedClient, httpClient } from "./http-client.ts";
import { pageForms } from "./page-form.ts";
import { type RecordingReceiver, recordingReceiver } from "./recording-receiver.ts";

let server: RecordingReceiver;
let client: ConnectedClient;

before(async () => {
  server = await recordingReceiver();
  client = httpClient({ host: "127.0.0.1", port: server.port });
});

after(async () => {
  client.stop();
  await server.stop();
});

const origin = "http://admin.souk.localhost:4000";

function fresh() {
  return browser(client.request, ({ hostname }) => hostname.endsWith(".souk.localhost"));
}

test("the host of an address goes into the Host header, whatever is connected to", async () => {
  await client.request(`${origin}/demo?q=1`, { token: "t" });
  const { headers, path } = server.requests.at(-1) ?? assert.fail();
  assert.deepEqual(
    [headers.host, path, headers["service-access-token"]],
    ["admin.souk.localhost:4000", "/demo?q=1", "t"],
  );
});

test("cookies stay with their host and go when they are ended", async () => {
  const { open } = fresh();
  server.answer({ status: 200, headers: { "set-cookie": "__Host-s=1; Path=/; Secure; HttpOnly" } });
  await open(`${origin}/`);
  server.answer({ status: 200, headers: { "set-cookie": "__Host-s=; Path=/; Secure; Max-Age=0" } });
  await open("http://demo.souk.localhost:4000/");
  await open(`${origin}/`);
  await open(`${origin}/`);
  const sent = server.requests.slice(-4).map(({ headers }) => headers.cookie);
  assert.deepEqual(sent, [undefined, undefined, "__Host-s=1", undefined]);
});

test("a cookie that a browser would drop is rejected", async () => {
  server.answer({ status: 200, headers: { "set-cookie": "__Host-s=1; Path=/" } });
  await assert.rejects(fresh().open(origin), /A browser would refuse this cookie/);
});

test("pressing a button sends its form as a browser does, from our own page", async () => {
  const { open, press } = fresh();
  const body = `<form method="post" action="/sign-in?a=1"><input type="hidden" name="csrf_token" value="a&amp;b">
    <input name="email" type="email"><button name="choice" value="yes">Sign <b>in</b></button></form>`;
  server.answer({ status: 200, body });
  await press(await open(`${origin}/here`), "Sign in", { email: "a@b.test" });
  const sent = server.requests.at(-1) ?? assert.fail();
  assert.equal(sent.body.toString(), "csrf_token=a%26b&email=a%40b.test&choice=yes");
  assert.deepEqual(
    [sent.method, sent.path, sent.headers.origin, sent.headers["sec-fetch-site"]],
    ["POST", "/sign-in?a=1", origin, "same-origin"],
  );
  await assert.rejects(
    async () => press(await open(origin), "Approve"),
    /no button "Approve", only: Sign in/,
  );
});

test("a console call carries the CSRF token of the session that it has seen", async () => {
  const { call } = fresh();
  const body = JSON.stringify({ session: { csrf_token: "c1" } });
  server.answer({ status: 200, body, headers: { "content-type": "application/json" } });
  await call("POST", `${origin}/api/console/session.json`, { email: "a" });
  await call("DELETE", `${origin}/api/console/session.json`);
  const [first, second] = server.requests.slice(-2).map(({ headers }) => headers["x-csrf-token"]);
  assert.deepEqual([first, second], [undefined, "c1"]);
});

test("redirects are followed on our own hosts and no further", async () => {
  const { open, follow } = fresh();
  server.answer(({ path }) =>
    path === "/1"
      ? { status: 303, headers: { location: "/2" } }
      : path === "/2"
        ? { status: 200, headers: { refresh: "0; url=/3" } }
        : { status: 302, headers: { location: "https://app.example/callback?code=1" } },
  );
  const end = await follow(await open(`${origin}/1`));
  assert.deepEqual([end.url, end.leadsTo], [`${origin}/3`, "https://app.example/callback?code=1"]);
});

test("a form's fields are those a browser would send untouched", () => {
  const [form] =
    pageForms(`<form><input type="checkbox" name="a" value="1" checked><input type="checkbox" name="b" value="1">
    <select name="zone"><option value="x">X<option value="y" selected>Y</select></form>`);
  assert.deepEqual(form?.fields, { a: "1", zone: "y" });
});

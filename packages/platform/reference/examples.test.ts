import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { operations, operationsOf } from "@souk/contract";
import {
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import Value from "typebox/value";
import { curlOf } from "./curl.ts";

let testing: TestPlatform;
let shop: SeededShop;
let app: SeededApp;
let token: string;

before(async () => {
  testing = await testPlatform();
  // The first shop of a fresh database: its records have the ids that the examples name.
  shop = await seedShop(testing, { products: 3, locations: 2 });
  app = await registerApp(testing, "http://localhost:1");
  token = (await installApp(testing, { shop, app })).token;
});

after(() => testing.stop());

const run = promisify(execFile);

/** Runs a command of the reference in a shell, as a reader would. */
async function shell(command: string): Promise<unknown> {
  const quiet = command.replace(/^curl /, "curl --silent --show-error ");
  const env = { PATH: process.env["PATH"] ?? "", TOKEN: token };
  const { stdout } = await run("/bin/sh", ["-c", quiet], { env });
  return JSON.parse(stdout);
}

/** The keys of a value, all the way down; of a list its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return "value";
  const { warnings: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, shapeOf(inner)]));
}

test("the example of every operation runs as it stands, and answers what it shows", async () => {
  for (const operation of [...operationsOf("3.0"), ...operationsOf("4.0")]) {
    if (operation.id === operations.exchangeToken.id) continue;
    const command = curlOf(operation, shop.origin);
    assert.ok(command, operation.id);
    const answer = await shell(command);
    assert.deepEqual(
      [...Value.Errors(operation.answer, answer)],
      [],
      `${operation.id}: ${JSON.stringify(answer)}`,
    );
    assert.deepEqual(shapeOf(answer), shapeOf(operation.example?.answer), operation.id);
  }
});

test("the example of the token exchange runs once the code and the app are one's own", async () => {
  const command = curlOf(operations.exchangeToken, shop.origin) ?? "";
  assert.deepEqual(((await shell(command)) as { error: { code: string } }).error.code, "client_not_granted");
  const code = await freshCode();
  const own = command
    .replace("the code of the redirect", code)
    .replace("your client id", app.client_id)
    .replace("your client secret", app.client_secret);
  const answer = (await shell(own)) as { scope: string };
  assert.deepEqual([...Value.Errors(operations.exchangeToken.answer, answer)], []);
  assert.equal(answer.scope, "read_products");
});

/** Approves the app again, with one scope. */
async function freshCode(): Promise<string> {
  const { browser } = shop.owner;
  const asked = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.open(`${shop.host_url}/oauth/authorize?${asked}`);
  const end = await browser.press(consent, "Approve");
  return new URL(end.leadsTo).searchParams.get("code") ?? "";
}

test("what is quoted for the shell arrives as it was", async () => {
  const { example, ...operation } = operations.createWebhook;
  const topic = 'it\'s "$TOKEN" `id` \\ * ✓';
  const body = { webhook: { ...(example.body as { webhook: object }).webhook, topic } };
  const command = curlOf({ ...operation, example: { ...example, body } }, shop.origin) ?? "";
  assert.equal(((await shell(command)) as { topic: string }).topic, topic);
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { listOperations, operations } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import sharp from "sharp";
import Value from "typebox/value";
import { formatCurl } from "./curl.ts";
import { getShape } from "./testing/get-shape.ts";

let testPlatform: TestPlatform;
let store: SeededStore;
let app: SeededApp;
let token: string;
/** The server of an app that returns shipping rates. */
let courier: RecordingReceiver;
/** The folder in which the example commands run, with the files that they send. */
let folder: string;

const createImage = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#c86432" } }).png();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-examples-"));
  await writeFile(join(folder, "rattan-tray.png"), await createImage().toBuffer());
  testPlatform = await startTestPlatform();
  // In the first store of a new database, records have the ids that the examples use.
  store = await seedStore(testPlatform, { products: 3, locations: 2 });
  await testPlatform.database.query(
    "insert into collections (store_id, title, handle) values ($1, 'Gifts', 'gifts')",
    [store.id],
  );
  await testPlatform.database.query("insert into customers (store_id, first_name) values ($1, 'Siti')", [
    store.id,
  ]);
  await testPlatform.database.query(
    "insert into customer_attributes (store_id, key, title, input_type) values ($1, 'old_number', 'Old number', 'text')",
    [store.id],
  );
  app = await registerApp(testPlatform, "http://localhost:1");
  token = (await installApp(testPlatform, { store, app })).token;
  courier = await startRecordingReceiver();
  await addCourier();
  await createCheckedImports();
  await createFulfillmentRequest();
  await placeOtherOrders();
  await placeOrder9100();
});

after(async () => {
  await testPlatform.stop();
  await courier.stop();
  await rm(folder, { recursive: true });
});

/** Add an app that returns shipping rates, with a callback id that no example uses. */
async function addCourier(): Promise<void> {
  const courierApp = await registerApp(testPlatform, courier.url);
  await installApp(testPlatform, { store, app: courierApp, scopes: [] });
  await testPlatform.database.query(
    `insert into curls (store_id, id, installation_id, topic, url)
     select store_id, 9000, id, 'shipping/list/non_cod', $2 from installations where app_id = $1`,
    [courierApp.id, `${courier.url}/rates`],
  );
  const rate = { id: "next-day", name: "Next day", shipping_charge: "12.00" };
  courier.respondWith({ status: 200, body: JSON.stringify({ rate: [rate] }) });
}

/** Create two checked imports, which the examples confirm and cancel. Their file has an invalid column. */
async function createCheckedImports(): Promise<void> {
  const rows = ['linen-shirt,Linen shirt,"12,50",red', "linen-cap,Linen cap,9,blue"];
  const file = `handle,title,price,color of the box\n${rows.join("\n")}\n`;
  await writeFile(join(folder, "autumn.csv"), file);
  const url = `${store.origin}/api/4.0/imports.json`;
  for (let count = 0; count < 2; count++)
    await testPlatform.request(url, {
      method: "POST",
      token,
      headers: { "content-type": "text/csv" },
      body: file,
    });
  await eventually(async () => {
    const response = await testPlatform.request(`${url}?status=checked`, { token });
    return response.json<{ total_count: number }>().total_count === 2;
  });
}

/** Create a fulfillment request to which the app has responded with a message. */
async function createFulfillmentRequest(): Promise<void> {
  await testPlatform.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer,
       duration_ms, actor_kind, actor_id, request_id, created_at, updated_at)
     select $1, $2, id, $3, 'fulfillment/single', '{1}', 'messaged', $4, 412, 'account', '1', 'r', now(), now()
     from installations where app_id = $2`,
    [
      store.id,
      app.id,
      app.handle,
      { type: "message", message: "Parcel SK-1001 has been booked.", style: "success" },
    ],
  );
}

async function post(path: string, json: object): Promise<void> {
  const response = await testPlatform.request(`${store.origin}/api${path}`, { method: "POST", token, json });
  assert.equal(response.status, 200, response.text);
}

/** Set the id of the next order and of the next record in the tables of its lines, fulfillments and returns. */
async function setNextIds(id: number): Promise<void> {
  const tables = ["orders", "order_lines", "fulfillment_orders", "fulfillment_order_lines", "fulfillments"];
  for (const table of [...tables, "order_returns", "order_return_lines"])
    await testPlatform.database.query("select setval($1, $2, false)", [`${table}_id_seq`, id]);
}

/** Create an unfulfilled order, and a fulfilled one with a return of one unit. No example uses their ids. */
async function placeOtherOrders(): Promise<void> {
  const line = { name: "Rattan tray", price: "45.00", quantity: 3 };
  await setNextIds(8000);
  await post("/3.0/orders.json", { email: "mei@kedai.test", line_items: [line] });
  await setNextIds(9000);
  await post("/3.0/orders.json", { line_items: [line] });
  await post("/3.0/orders/9000/fulfillments.json", {});
  await post("/4.0/orders/9000/returns.json", { return_line_items: [{ line_item_id: 9000, quantity: 1 }] });
  await setNextIds(1);
}

/** Create the order that some examples use. The order and its line have the id 9100. */
async function placeOrder9100(): Promise<void> {
  const setNextOrderAndLineIds = (nextId: number) =>
    Promise.all(
      ["orders", "order_lines"].map((table) =>
        testPlatform.database.query("select setval($1::regclass, $2, false)", [`${table}_id_seq`, nextId]),
      ),
    );
  await setNextOrderAndLineIds(9100);
  const order = { line_items: [{ name: "Engraving", price: "12.00", quantity: 2 }] };
  const response = await testPlatform.request(`${store.origin}/api/3.0/orders.json`, {
    method: "POST",
    token,
    json: order,
  });
  await setNextOrderAndLineIds(1);
  assert.equal(response.json<{ order: { id: number } }>().order.id, 9100, response.text);
}

const execFileAsync = promisify(execFile);

/** Run an example command in a shell and parse the JSON that it prints. */
async function runInShell(command: string): Promise<unknown> {
  const quietCommand = command.replace(/^curl /, "curl --silent --show-error ");
  const env = { PATH: process.env["PATH"] ?? "", TOKEN: token };
  const { stdout } = await execFileAsync("/bin/sh", ["-c", quietCommand], { env, cwd: folder });
  return JSON.parse(stdout);
}

test("the example command of every operation returns the fields of the example response", async () => {
  for (const operation of [...listOperations("3.0"), ...listOperations("4.0")]) {
    if (operation.id === operations.exchangeToken.id) continue;
    const command = formatCurl(operation, store.origin);
    assert.ok(command, operation.id);
    const response = await runInShell(command);
    assert.deepEqual(
      [...Value.Errors(operation.response, response)],
      [],
      `${operation.id}: ${JSON.stringify(response)}`,
    );
    assert.deepEqual(getShape(response), getShape(operation.example?.response), operation.id);
  }
});

test("the token exchange example runs with a real code, client id and client secret", async () => {
  const command = formatCurl(operations.exchangeToken, store.origin) ?? "";
  assert.deepEqual(
    ((await runInShell(command)) as { error: { code: string } }).error.code,
    "client_not_granted",
  );
  const code = await createAuthorizationCode();
  const commandWithCredentials = command
    .replace("the code of the redirect", code)
    .replace("your client id", app.client_id)
    .replace("your client secret", app.client_secret);
  const response = (await runInShell(commandWithCredentials)) as { scope: string };
  assert.deepEqual([...Value.Errors(operations.exchangeToken.response, response)], []);
  assert.equal(response.scope, "read_products");
});

test("the example of creating images by URL runs with a real URL", async () => {
  const { createImages } = operations;
  const imageServer = await startRecordingReceiver();
  imageServer.respondWith({ status: 200, body: await createImage().toBuffer() });
  const { upload: _, ...example } = createImages.example;
  const [url = ""] = (createImages.example.body as { images: string[] }).images;
  const command = formatCurl({ ...createImages, example }, store.origin) ?? "";
  const response = await runInShell(command.replace(url, `${imageServer.url}/rattan-tray.png`));
  await imageServer.stop();
  assert.deepEqual([...Value.Errors(createImages.response, response)], [], JSON.stringify(response));
  assert.deepEqual(getShape(response), getShape(example.response));
});

/** Approve the app again with one scope, and return the authorization code. */
async function createAuthorizationCode(): Promise<string> {
  const { browser } = store.owner;
  const authorizeQuery = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.open(`${store.host_url}/oauth/authorize?${authorizeQuery}`);
  const approval = await browser.clickButton(consent, "Approve");
  return new URL(approval.redirectTarget).searchParams.get("code") ?? "";
}

test("text with quotes and variables in an example command is sent unchanged", async () => {
  const { example, ...operation } = operations.createWebhook;
  const topic = 'it\'s "$TOKEN" `id` \\ * ✓';
  const body = { webhook: { ...(example.body as { webhook: object }).webhook, topic } };
  const command = formatCurl({ ...operation, example: { ...example, body } }, store.origin) ?? "";
  assert.equal(((await runInShell(command)) as { topic: string }).topic, topic);
});

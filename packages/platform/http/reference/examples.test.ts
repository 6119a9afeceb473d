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
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import sharp from "sharp";
import Value from "typebox/value";
import { formatCurl } from "./curl.ts";
import { getShape } from "./testing/get-shape.ts";

let testing: TestPlatform;
let store: SeededStore;
let app: SeededApp;
let token: string;
/** The server of an app that offers rates. */
let courier: RecordingReceiver;
/** The reader's working folder, with the files that the examples send. */
let folder: string;

const createImage = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#c86432" } }).png();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-examples-"));
  await writeFile(join(folder, "rattan-tray.png"), await createImage().toBuffer());
  testing = await testPlatform();
  // The first store of a fresh database: its records have the ids that the examples name.
  store = await seedStore(testing, { products: 3, locations: 2 });
  await testing.database.query(
    "insert into collections (store_id, title, handle) values ($1, 'Gifts', 'gifts')",
    [store.id],
  );
  await testing.database.query("insert into customers (store_id, first_name) values ($1, 'Siti')", [
    store.id,
  ]);
  await testing.database.query(
    "insert into customer_attributes (store_id, key, title, input_type) values ($1, 'old_number', 'Old number', 'text')",
    [store.id],
  );
  app = await registerApp(testing, "http://localhost:1");
  token = (await installApp(testing, { store, app })).token;
  courier = await recordingReceiver();
  await addCourier();
  await importFiles();
  await handOverOrder();
  await placeOtherOrders();
  await placeNumbered();
});

after(async () => {
  await testing.stop();
  await courier.stop();
  await rm(folder, { recursive: true });
});

/** Add an app that offers rates; its callback has an id that no example names. */
async function addCourier(): Promise<void> {
  const other = await registerApp(testing, courier.url);
  await installApp(testing, { store, app: other, scopes: [] });
  await testing.database.query(
    `insert into curls (store_id, id, installation_id, topic, url)
     select store_id, 9000, id, 'shipping/list/non_cod', $2 from installations where app_id = $1`,
    [other.id, `${courier.url}/rates`],
  );
  const rate = { id: "next-day", name: "Next day", shipping_charge: "12.00" };
  courier.answer({ status: 200, body: JSON.stringify({ rate: [rate] }) });
}

/** Create two checked imports of a file with a mistake in it: those that the examples confirm and cancel. */
async function importFiles(): Promise<void> {
  const rows = ['linen-shirt,Linen shirt,"12,50",red', "linen-cap,Linen cap,9,blue"];
  const file = `handle,title,price,color of the box\n${rows.join("\n")}\n`;
  await writeFile(join(folder, "autumn.csv"), file);
  const url = `${store.origin}/api/4.0/imports.json`;
  for (let made = 0; made < 2; made++)
    await testing.request(url, {
      method: "POST",
      token,
      headers: { "content-type": "text/csv" },
      body: file,
    });
  const checked = async () =>
    (await testing.request(`${url}?status=checked`, { token })).json<{ total_count: number }>();
  await eventually(async () => (await checked()).total_count === 2);
}

/** Create an order that was handed to the app and whose response is kept. */
async function handOverOrder(): Promise<void> {
  await testing.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer,
       duration_ms, actor_kind, actor_id, request_id, created_at, updated_at)
     select $1, $2, id, $3, 'fulfillment/single', '{1}', 'messaged', $4, 412, 'account', '1', 'r', now(), now()
     from installations where app_id = $2`,
    [
      store.id,
      app.id,
      app.handle,
      { type: "message", message: "Parcel SK-1001 is booked.", style: "success" },
    ],
  );
}

async function post(path: string, json: object): Promise<void> {
  const answer = await testing.request(`${store.origin}/api${path}`, { method: "POST", token, json });
  assert.equal(answer.status, 200, answer.text);
}

/** Number the next orders and their records from this id on. */
async function countFrom(id: number): Promise<void> {
  const tables = ["orders", "order_lines", "fulfillment_orders", "fulfillment_order_lines", "fulfillments"];
  for (const table of [...tables, "order_returns", "order_return_lines"])
    await testing.database.query("select setval($1, $2, false)", [`${table}_id_seq`, id]);
}

/**
 * Place an unfulfilled order and a fulfilled one with a return of a unit; their ids are apart from those of
 * the examples.
 */
async function placeOtherOrders(): Promise<void> {
  const line = { name: "Rattan tray", price: "45.00", quantity: 3 };
  await countFrom(8000);
  await post("/3.0/orders.json", { email: "mei@kedai.test", line_items: [line] });
  await countFrom(9000);
  await post("/3.0/orders.json", { line_items: [line] });
  await post("/3.0/orders/9000/fulfillments.json", {});
  await post("/4.0/orders/9000/returns.json", { return_line_items: [{ line_item_id: 9000, quantity: 1 }] });
  await countFrom(1);
}

/** Place an order that examples name: it and its line have the id 9100. */
async function placeNumbered(): Promise<void> {
  const restart = (nextId: number) =>
    Promise.all(
      ["orders", "order_lines"].map((table) =>
        testing.database.query("select setval($1::regclass, $2, false)", [`${table}_id_seq`, nextId]),
      ),
    );
  await restart(9100);
  const order = { line_items: [{ name: "Engraving", price: "12.00", quantity: 2 }] };
  const made = await testing.request(`${store.origin}/api/3.0/orders.json`, {
    method: "POST",
    token,
    json: order,
  });
  await restart(1);
  assert.equal(made.json<{ order: { id: number } }>().order.id, 9100, made.text);
}

const run = promisify(execFile);

/** Run a command of the reference in a shell, as a reader would. */
async function shell(command: string): Promise<unknown> {
  const quiet = command.replace(/^curl /, "curl --silent --show-error ");
  const env = { PATH: process.env["PATH"] ?? "", TOKEN: token };
  const { stdout } = await run("/bin/sh", ["-c", quiet], { env, cwd: folder });
  return JSON.parse(stdout);
}

test("the example of every operation runs unchanged and returns what it shows", async () => {
  for (const operation of [...listOperations("3.0"), ...listOperations("4.0")]) {
    if (operation.id === operations.exchangeToken.id) continue;
    const command = formatCurl(operation, store.origin);
    assert.ok(command, operation.id);
    const answer = await shell(command);
    assert.deepEqual(
      [...Value.Errors(operation.response, answer)],
      [],
      `${operation.id}: ${JSON.stringify(answer)}`,
    );
    assert.deepEqual(getShape(answer), getShape(operation.example?.response), operation.id);
  }
});

test("the token exchange example runs with one's own code and app", async () => {
  const command = formatCurl(operations.exchangeToken, store.origin) ?? "";
  assert.deepEqual(((await shell(command)) as { error: { code: string } }).error.code, "client_not_granted");
  const code = await freshCode();
  const own = command
    .replace("the code of the redirect", code)
    .replace("your client id", app.client_id)
    .replace("your client secret", app.client_secret);
  const answer = (await shell(own)) as { scope: string };
  assert.deepEqual([...Value.Errors(operations.exchangeToken.response, answer)], []);
  assert.equal(answer.scope, "read_products");
});

test("the example of images by URL runs with one's own URL", async () => {
  const { createImages } = operations;
  const imageServer = await recordingReceiver();
  imageServer.answer({ status: 200, body: await createImage().toBuffer() });
  const { upload: _, ...example } = createImages.example;
  const [url = ""] = (createImages.example.body as { images: string[] }).images;
  const command = formatCurl({ ...createImages, example }, store.origin) ?? "";
  const answer = await shell(command.replace(url, `${imageServer.url}/rattan-tray.png`));
  await imageServer.stop();
  assert.deepEqual([...Value.Errors(createImages.response, answer)], [], JSON.stringify(answer));
  assert.deepEqual(getShape(answer), getShape(example.response));
});

/** Approve the app again with one scope and return the code. */
async function freshCode(): Promise<string> {
  const { browser } = store.owner;
  const asked = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.open(`${store.host_url}/oauth/authorize?${asked}`);
  const end = await browser.press(consent, "Approve");
  return new URL(end.leadsTo).searchParams.get("code") ?? "";
}

test("a text quoted for the shell arrives unchanged", async () => {
  const { example, ...operation } = operations.createWebhook;
  const topic = 'it\'s "$TOKEN" `id` \\ * ✓';
  const body = { webhook: { ...(example.body as { webhook: object }).webhook, topic } };
  const command = formatCurl({ ...operation, example: { ...example, body } }, store.origin) ?? "";
  assert.equal(((await shell(command)) as { topic: string }).topic, topic);
});

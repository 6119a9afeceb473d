import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ErrorCode, errors } from "@souk/contract";
import { type Answer, type FakeClock, fakeClock, testPlatform } from "@souk/testkit";
import type { MountedOperation } from "./mount.ts";
import { createGround, type Ground, marksOf } from "./testing/access-callers.ts";
import { casesOf, rightfulOptions, sessionHeaders } from "./testing/access-cases.ts";
import { type Sample, samples } from "./testing/access-samples.ts";

/** P35: a matrix made from the router. Somebody without the right to it is refused by every operation, and learns nothing. */

let ground: Ground;
let clock: FakeClock;

before(async () => {
  clock = fakeClock();
  ground = await createGround(await testPlatform({ clock }), clock);
});

after(async () => {
  await ground.receiver.stop();
  await ground.testing.stop();
});

function sampleOf({ operation }: MountedOperation): Promise<Sample> | Sample {
  const sampler = (
    samples as Readonly<Record<string, ((ground: Ground) => Promise<Sample> | Sample) | undefined>>
  )[operation.id];
  return sampler?.(ground) ?? assert.fail(`${operation.id}: the matrix does not know how to call it`);
}

/** The address of a call on the host it is mounted on; `store` fills the path's own `:store`. */
function urlOf(
  { host, path }: MountedOperation,
  { params = {}, query }: Sample,
  store = ground.shop,
): string {
  const { adminOrigin, partnersOrigin } = ground.testing.addresses;
  const origin = host === "shop" ? store.origin : host === "admin" ? adminOrigin : partnersOrigin;
  const values: Readonly<Record<string, string | number>> = { ...params, store: store.handle };
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name] ?? assert.fail(`no ${name} for ${path}`))),
  );
  return `${origin}${filled}${query === undefined ? "" : `?${query}`}`;
}

const refusalsOfCallers: readonly string[] = [
  "token_missing",
  "token_invalid",
  "token_revoked",
  "app_disabled",
  "scope_missing",
  "not_signed_in",
  "csrf_failed",
  "operator_key_invalid",
  "store_not_found",
] satisfies ErrorCode[];

function leaksIn(answer: Answer, marks: readonly string[]): string[] {
  const told = `${answer.text} ${JSON.stringify(answer.headers)}`;
  return marks.filter((mark) => told.includes(mark));
}

test("P35: every operation refuses everybody who has no right to it, and shows them nothing", async (t) => {
  const { testing } = ground;
  assert.ok(
    testing.platform.mounted.length >= 50,
    `only ${testing.platform.mounted.length} addresses are mounted`,
  );
  let refused = 0;
  for (const mounted of testing.platform.mounted) {
    const name = `${mounted.method} ${mounted.host} ${mounted.path}`;
    await t.test(name, async () => {
      // What is guarded by address counts these callers as one; a minute later it has forgotten them.
      clock.advance(60_000);
      const sample = await sampleOf(mounted);
      const url = urlOf(mounted, sample);
      const marks = await marksOf(ground);
      for (const { who, options, refusals } of await casesOf(ground, mounted, sample.body)) {
        const answer = await testing.request(url, { method: mounted.method, ...options });
        const code =
          answer.json<{ error?: { code: ErrorCode } }>().error?.code ??
          assert.fail(`${who} got ${answer.text}`);
        assert.ok(refusals.includes(code), `${who}: ${answer.status} ${answer.text}`);
        assert.equal(answer.status, errors[code].status, who);
        assert.deepEqual(leaksIn(answer, marks), [], `${who} was shown what is not theirs: ${answer.text}`);
        refused++;
      }
      // It would end the session that the others are called with.
      if (mounted.operation.id.endsWith(".sign_out")) return;
      const answer = await testing.request(url, {
        method: mounted.method,
        ...(await rightfulOptions(ground, mounted, sample.body)),
      });
      const { error } = answer.json<{ error?: { code: ErrorCode } }>();
      assert.ok(answer.status < 500 && !refusalsOfCallers.includes(error?.code ?? ""), answer.text);
      if (mounted.operation.surface === "staff_console") assert.equal(answer.status, 200, answer.text);
    });
  }
  assert.ok(refused >= 300, `only ${refused} refusals were seen`);
});

/** Tables that the platform itself writes beside any call: what is told and sent, long work, counts, and what is kept of readings. */
const ownWork: readonly string[] = [
  "audit_entries",
  "deliveries",
  "event_heads",
  "event_inbox",
  "events",
  "exports",
  "file_removals",
  "id_counts",
  "import_errors",
  "import_records",
  "imported_images",
  "imports",
  "lanes",
  "long_jobs",
  "mails",
  "movement_seals",
  "order_documents",
  "privacy_request_apps",
  "product_documents",
  "resource_counts",
];

/** The tables whose rows name their store: one that comes later is held against strangers as well. */
async function tablesOfStores(): Promise<string[]> {
  const { rows } = await ground.testing.database.query<{ name: string }>(
    `select r.relname as name from pg_class r join pg_attribute s on s.attrelid = r.oid and s.attname = 'store_id'
     where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and not r.relispartition order by 1`,
  );
  const names = rows.map(({ name }) => name);
  assert.deepEqual(
    ownWork.filter((name) => !names.includes(name)),
    [],
    "tables that are no more",
  );
  return names.filter((name) => !ownWork.includes(name));
}

/** All that a stranger must not have changed: a hash of each table's rows. */
async function stateOf({ testing, shop }: Ground, tables: readonly string[]): Promise<object> {
  const hashes = tables.map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from ${table} t where store_id = $1`,
  );
  return (await testing.database.query(hashes.join(" union all "), [shop.id])).rows;
}

/** What they name in lists of their bodies is refused by its place. */
const namingInBody: readonly string[] = [
  "inventory_levels.batch",
  "orders.create",
  "tags.create",
  "purchase_orders.create",
  "transfers.create",
  "shipping_rates.list",
  "fulfillment_requests.send",
];

test("P35: with a right of one's own elsewhere the ids of this store are as unknown as ids that nobody has", async (t) => {
  const { testing, stranger, tokens } = ground;
  const tables = await tablesOfStores();
  const inAStore = testing.platform.mounted.filter(({ host, path, operation }) =>
    operation.caller === "token" ? host === "shop" : path.includes(":store"),
  );
  for (const mounted of inAStore) {
    await t.test(`${mounted.method} ${mounted.host} ${mounted.path}`, async () => {
      clock.advance(60_000);
      const sample = await sampleOf(mounted);
      const before = await stateOf(ground, tables);
      const headers = await sessionHeaders(stranger.owner.browser, testing.addresses.adminOrigin);
      const json = sample.body === undefined ? {} : { json: sample.body };
      const proof = mounted.host === "shop" ? { "service-access-token": tokens.strangers } : headers;
      const file = sample.upload && { body: sample.upload.text };
      const type = sample.upload && { "content-type": sample.upload.type };
      const options = { ...json, ...file, headers: { ...proof, ...type } };
      const url = urlOf(mounted, sample, stranger);
      const answer = await testing.request(url, { method: mounted.method, ...options });
      const { error } = answer.json<{ error?: { code: ErrorCode } }>();
      const namesTheirs =
        /:(id|\w+_id)\b/.test(mounted.path) ||
        /inventory_levels.(set|adjust|reserve)/.test(mounted.path) ||
        mounted.operation.id === "collects.create";
      if (namesTheirs) assert.equal(error?.code, "not_found", answer.text);
      else if (namingInBody.includes(mounted.operation.id)) assert.equal(error?.code, "invalid", answer.text);
      else assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(leaksIn(answer, await marksOf(ground)), [], answer.text);
      assert.deepEqual(await stateOf(ground, tables), before);
    });
  }
});

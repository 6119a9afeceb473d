import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ErrorCode, errors } from "@souk/contract";
import { type Answer, type FakeClock, fakeClock, testPlatform } from "@souk/testkit";
import type { MountedOperation } from "./mount.ts";
import { buildCases, rightfulOptions, sessionHeaders } from "./testing/access-cases.ts";
import { type AccessFixture, createFixture, loadStoreMarks } from "./testing/access-fixture.ts";
import { type Sample, samples } from "./testing/access-samples.ts";

/**
 * P35: a matrix generated from the router. Every operation rejects a caller without the right to it and
 * reveals nothing.
 */

let fixture: AccessFixture;
let clock: FakeClock;

before(async () => {
  clock = fakeClock();
  fixture = await createFixture(await testPlatform({ clock }), clock);
});

after(async () => {
  await fixture.receiver.stop();
  await fixture.testing.stop();
});

function getSample({ operation }: MountedOperation): Promise<Sample> | Sample {
  const sampler = (
    samples as Readonly<Record<string, ((fixture: AccessFixture) => Promise<Sample> | Sample) | undefined>>
  )[operation.id];
  return sampler?.(fixture) ?? assert.fail(`${operation.id}: the matrix does not know how to call it`);
}

/** Build the URL of a call on the host it is mounted on; `store` fills the path's own `:store`. */
function buildUrl(
  { host, path }: MountedOperation,
  { params = {}, query }: Sample,
  store = fixture.store,
): string {
  const { adminOrigin, partnersOrigin } = fixture.testing.addresses;
  const origin = host === "store" ? store.origin : host === "admin" ? adminOrigin : partnersOrigin;
  const values: Readonly<Record<string, string | number>> = { ...params, store: store.handle };
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name] ?? assert.fail(`no ${name} for ${path}`))),
  );
  return `${origin}${filled}${query === undefined ? "" : `?${query}`}`;
}

const callerErrorCodes: readonly string[] = [
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
  const exposedText = `${answer.text} ${JSON.stringify(answer.headers)}`;
  return marks.filter((mark) => exposedText.includes(mark));
}

test("P35: every operation rejects a caller without the right to it and reveals nothing", async (t) => {
  const { testing } = fixture;
  assert.ok(
    testing.platform.mounted.length >= 50,
    `only ${testing.platform.mounted.length} addresses are mounted`,
  );
  let rejectedCount = 0;
  for (const mounted of testing.platform.mounted) {
    const name = `${mounted.method} ${mounted.host} ${mounted.path}`;
    await t.test(name, async () => {
      // What is guarded by address counts these callers as one; a minute later it has forgotten them.
      clock.advance(60_000);
      const sample = await getSample(mounted);
      const url = buildUrl(mounted, sample);
      const marks = await loadStoreMarks(fixture);
      for (const { who, options, expectedCodes } of await buildCases(fixture, mounted, sample.body)) {
        const answer = await testing.request(url, { method: mounted.method, ...options });
        const code =
          answer.json<{ error?: { code: ErrorCode } }>().error?.code ??
          assert.fail(`${who} got ${answer.text}`);
        assert.ok(expectedCodes.includes(code), `${who}: ${answer.status} ${answer.text}`);
        assert.equal(answer.status, errors[code].status, who);
        assert.deepEqual(leaksIn(answer, marks), [], `${who} was shown what is not theirs: ${answer.text}`);
        rejectedCount++;
      }
      // It would end the session that the others are called with.
      if (mounted.operation.id.endsWith(".sign_out")) return;
      const answer = await testing.request(url, {
        method: mounted.method,
        ...(await rightfulOptions(fixture, mounted, sample.body)),
      });
      const { error } = answer.json<{ error?: { code: ErrorCode } }>();
      assert.ok(answer.status < 500 && !callerErrorCodes.includes(error?.code ?? ""), answer.text);
      if (mounted.operation.surface === "staff_console") assert.equal(answer.status, 200, answer.text);
    });
  }
  assert.ok(rejectedCount >= 300, `only ${rejectedCount} refusals were seen`);
});

/**
 * Tables that the platform itself writes during any call: events and deliveries, long work, counts, and kept
 * documents.
 */
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
  "ledger_checkpoints",
  "order_documents",
  "privacy_request_apps",
  "privacy_requests",
  "product_documents",
  "resource_counts",
];

/** List the tables whose rows name their store; a table added later is checked against strangers as well. */
async function tablesOfStores(): Promise<string[]> {
  const rows = await fixture.testing.database.many<{ name: string }>(
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

/** Hash the rows of each table that a stranger must not have changed. */
async function loadTableHashes(
  { testing, store }: AccessFixture,
  tables: readonly string[],
): Promise<object> {
  const hashes = tables.map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from ${table} t where store_id = $1`,
  );
  return await testing.database.many(hashes.join(" union all "), [store.id]);
}

/** Operations whose bodies list ids; a rejection names the place in the list. */
const namingInBody: readonly string[] = [
  "inventory_levels.batch",
  "orders.create",
  "tags.create",
  "purchase_orders.create",
  "transfers.create",
  "shipping_rates.list",
  "fulfillment_requests.send",
];

test("P35: to a caller with rights elsewhere, this store's ids look nonexistent", async (t) => {
  const { testing, stranger, tokens } = fixture;
  const tables = await tablesOfStores();
  const inAStore = testing.platform.mounted.filter(({ host, path, operation }) =>
    operation.auth === "token" ? host === "store" : path.includes(":store"),
  );
  for (const mounted of inAStore) {
    await t.test(`${mounted.method} ${mounted.host} ${mounted.path}`, async () => {
      clock.advance(60_000);
      const sample = await getSample(mounted);
      const before = await loadTableHashes(fixture, tables);
      const headers = await sessionHeaders(stranger.owner.browser, testing.addresses.adminOrigin);
      const json = sample.body === undefined ? {} : { json: sample.body };
      const proof = mounted.host === "store" ? { "service-access-token": tokens.strangers } : headers;
      const file = sample.upload && { body: sample.upload.text };
      const type = sample.upload && { "content-type": sample.upload.type };
      const options = { ...json, ...file, headers: { ...proof, ...type } };
      const url = buildUrl(mounted, sample, stranger);
      const answer = await testing.request(url, { method: mounted.method, ...options });
      const { error } = answer.json<{ error?: { code: ErrorCode } }>();
      const namesTheirs =
        /:(id|\w+_id)\b/.test(mounted.path) ||
        /inventory_levels.(set|adjust|reserve)/.test(mounted.path) ||
        mounted.operation.id === "collects.create";
      if (namesTheirs) assert.equal(error?.code, "not_found", answer.text);
      else if (namingInBody.includes(mounted.operation.id)) assert.equal(error?.code, "invalid", answer.text);
      else assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(leaksIn(answer, await loadStoreMarks(fixture)), [], answer.text);
      assert.deepEqual(await loadTableHashes(fixture, tables), before);
    });
  }
});

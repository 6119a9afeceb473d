import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ErrorCode, errors } from "@souk/contract";
import { createFakeClock, type FakeClock, type HttpResponse, startTestPlatform } from "@souk/testkit";
import type { MountedOperation } from "./mount.ts";
import { buildDeniedCases, buildPermittedOptions, loadSessionHeaders } from "./testing/access-cases.ts";
import { type AccessFixture, createAccessFixture, loadStoreIdentifiers } from "./testing/access-fixture.ts";
import { type Sample, samples } from "./testing/access-samples.ts";

/**
 * Proof P35 (docs/spec/proofs.md): a matrix of all mounted operations and all kinds of callers. Every operation rejects
 * a caller without permission and reveals nothing about the store.
 */

let fixture: AccessFixture;
let clock: FakeClock;

before(async () => {
  clock = createFakeClock();
  fixture = await createAccessFixture(await startTestPlatform({ clock }), clock);
});

after(async () => {
  await fixture.receiver.stop();
  await fixture.testPlatform.stop();
});

function getSample({ operation }: MountedOperation): Promise<Sample> | Sample {
  const sampler = (
    samples as Readonly<Record<string, ((fixture: AccessFixture) => Promise<Sample> | Sample) | undefined>>
  )[operation.id];
  return sampler?.(fixture) ?? assert.fail(`${operation.id}: the matrix has no sample call`);
}

/** Build the URL of a call on the host that the operation is mounted on. The handle of `store` replaces `:store` in the path. */
function buildUrl(
  { host, path }: MountedOperation,
  { params = {}, query }: Sample,
  store = fixture.store,
): string {
  const { adminOrigin, partnersOrigin } = fixture.testPlatform.addresses;
  const originByHost = { store: store.origin, admin: adminOrigin, partners: partnersOrigin };
  const values: Readonly<Record<string, string | number>> = { ...params, store: store.handle };
  const filledPath = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name] ?? assert.fail(`no ${name} for ${path}`))),
  );
  return `${originByHost[host]}${filledPath}${query === undefined ? "" : `?${query}`}`;
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

function findLeakedIdentifiers(response: HttpResponse, storeIdentifiers: readonly string[]): string[] {
  const exposedText = `${response.text} ${JSON.stringify(response.headers)}`;
  return storeIdentifiers.filter((identifier) => exposedText.includes(identifier));
}

test("P35: every operation rejects callers without permission and reveals no store data", async (t) => {
  const { testPlatform } = fixture;
  assert.ok(
    testPlatform.platform.mountedOperations.length >= 50,
    `only ${testPlatform.platform.mountedOperations.length} operations are mounted`,
  );
  let rejectedCount = 0;
  for (const mounted of testPlatform.platform.mountedOperations) {
    const name = `${mounted.method} ${mounted.host} ${mounted.path}`;
    await t.test(name, async () => {
      // All callers have the same IP address. After a minute, the address has its full limit again.
      clock.advance(60_000);
      // Every session has a fresh proof of identity, so that no caller is rejected only because that proof is missing.
      await testPlatform.database.query("update sessions set verified_at = $1", [new Date(clock.now())]);
      const sample = await getSample(mounted);
      const url = buildUrl(mounted, sample);
      const storeIdentifiers = await loadStoreIdentifiers(fixture);
      for (const { caller, options, expectedCodes } of await buildDeniedCases(
        fixture,
        mounted,
        sample.body,
      )) {
        const response = await testPlatform.request(url, { method: mounted.method, ...options });
        const code =
          response.json<{ error?: { code: ErrorCode } }>().error?.code ??
          assert.fail(`${caller} got ${response.text}`);
        assert.ok(expectedCodes.includes(code), `${caller}: ${response.status} ${response.text}`);
        assert.equal(response.status, errors[code].status, caller);
        assert.deepEqual(
          findLeakedIdentifiers(response, storeIdentifiers),
          [],
          `${caller} got data of the store: ${response.text}`,
        );
        rejectedCount++;
      }
      // Signing out would end the session that the next operations are called with.
      if (mounted.operation.id.endsWith(".sign_out")) return;
      const response = await testPlatform.request(url, {
        method: mounted.method,
        ...(await buildPermittedOptions(fixture, mounted, sample.body)),
      });
      const { error } = response.json<{ error?: { code: ErrorCode } }>();
      assert.ok(response.status < 500 && !callerErrorCodes.includes(error?.code ?? ""), response.text);
      if (mounted.operation.surface === "staff_console") assert.equal(response.status, 200, response.text);
    });
  }
  assert.ok(rejectedCount >= 300, `only ${rejectedCount} calls were rejected`);
});

/**
 * Tables that can change during any call, because the platform writes events, deliveries, jobs, counts and
 * snapshots in the background.
 */
const tablesChangedInBackground: readonly string[] = [
  "audit_entries",
  "deliveries",
  "event_heads",
  "event_inbox",
  "events",
  "exports",
  "failed_requests",
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
  "tag_counts",
];

/**
 * List the tables with a `store_id` column, except `tablesChangedInBackground`. A table that is added to the schema
 * later is compared as well.
 */
async function listComparedTables(): Promise<string[]> {
  const rows = await fixture.testPlatform.database.many<{ name: string }>(
    `select r.relname as name from pg_class r join pg_attribute s on s.attrelid = r.oid and s.attname = 'store_id'
     where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and not r.relispartition order by 1`,
  );
  const names = rows.map(({ name }) => name);
  assert.deepEqual(
    tablesChangedInBackground.filter((name) => !names.includes(name)),
    [],
    "tables that no longer exist",
  );
  return names.filter((name) => !tablesChangedInBackground.includes(name));
}

/** Hash the store's rows in each table, to show that another store's caller changed none of them. */
async function loadTableHashes(
  { testPlatform, store }: AccessFixture,
  tables: readonly string[],
): Promise<object> {
  const hashQueries = tables.map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from ${table} t where store_id = $1`,
  );
  return await testPlatform.database.many(hashQueries.join(" union all "), [store.id]);
}

/** Operations with a list of ids in the body. If an id is of another store's record, they answer with a field error and not `not_found`. */
const operationsWithIdsInBody: readonly string[] = [
  "inventory_levels.batch",
  "orders.create",
  "tags.create",
  "purchase_orders.create",
  "transfers.create",
  "shipping_rates.list",
  "fulfillment_requests.send",
];

test("P35: records of one store look nonexistent to a caller of another store", async (t) => {
  const { testPlatform, otherStore, tokens } = fixture;
  const tables = await listComparedTables();
  const storeOperations = testPlatform.platform.mountedOperations.filter(({ host, path, operation }) =>
    operation.auth === "token" ? host === "store" : path.includes(":store"),
  );
  for (const mounted of storeOperations) {
    await t.test(`${mounted.method} ${mounted.host} ${mounted.path}`, async () => {
      clock.advance(60_000);
      await testPlatform.database.query("update sessions set verified_at = $1", [new Date(clock.now())]);
      const sample = await getSample(mounted);
      const hashesBefore = await loadTableHashes(fixture, tables);
      const headers = await loadSessionHeaders(otherStore.owner.browser, testPlatform.addresses.adminOrigin);
      const json = sample.body === undefined ? {} : { json: sample.body };
      const credentials = mounted.host === "store" ? { "service-access-token": tokens.otherStore } : headers;
      const fileBody = sample.upload && { body: sample.upload.text };
      const contentType = sample.upload && { "content-type": sample.upload.type };
      const options = { ...json, ...fileBody, headers: { ...credentials, ...contentType } };
      const url = buildUrl(mounted, sample, otherStore);
      const response = await testPlatform.request(url, { method: mounted.method, ...options });
      const { error } = response.json<{ error?: { code: ErrorCode } }>();
      const expectsNotFound =
        /:(id|\w+_id)\b/.test(mounted.path) ||
        /inventory_levels.(set|adjust|reserve)/.test(mounted.path) ||
        mounted.operation.id === "collects.create";
      if (expectsNotFound) assert.equal(error?.code, "not_found", response.text);
      else if (operationsWithIdsInBody.includes(mounted.operation.id))
        assert.equal(error?.code, "invalid", response.text);
      else assert.equal(response.status, 200, response.text);
      assert.deepEqual(
        findLeakedIdentifiers(response, await loadStoreIdentifiers(fixture)),
        [],
        response.text,
      );
      assert.deepEqual(await loadTableHashes(fixture, tables), hashesBefore);
    });
  }
});

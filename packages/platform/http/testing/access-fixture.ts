import { randomBytes } from "node:crypto";
import type {
  Browser,
  FakeClock,
  HttpResponse,
  RecordingReceiver,
  SeededApp,
  SeededStore,
  TestPlatform,
} from "@souk/testkit";
import {
  installApp,
  loadInstallationId,
  registerApp,
  seedStore,
  signUpMember,
  signUpStaff,
  startRecordingReceiver,
} from "@souk/testkit";

/** Two stores and two partners that have nothing in common, and callers of every kind. */
export interface AccessFixture {
  testPlatform: TestPlatform;
  /** The store whose operations the tests call. */
  store: SeededStore;
  /** A store whose members and apps have no rights in `store`. */
  otherStore: SeededStore;
  app: SeededApp;
  otherStoresApp: SeededApp;
  /** A member of the store without any right. */
  memberWithoutRights: Browser;
  /** A member of the platform's staff, who belongs to no store. */
  platformStaff: Browser;
  tokens: Readonly<
    Record<"full" | keyof typeof singleScopes | "disabled" | "revoked" | "otherStore", string>
  >;
  receiver: RecordingReceiver;
  clock: FakeClock;
  /** The SQL query that returns the ids of all records of a store. */
  storeIdsQuery: string;
}

/**
 * The scopes of two tokens that have only one scope each. No operation accepts both scopes, so every operation rejects
 * at least one of the tokens.
 */
export const singleScopes = { scriptTagsOnly: "read_script_tags", snippetsOnly: "read_snippets" } as const;

/** The first id of the fixture's records, so large that no response contains such an id by chance. */
const firstId = 81_000_000_000;

/** Start each table's ids at a different large number, so that such an id is recognizable in a response. */
async function separateIdRanges({ database }: TestPlatform): Promise<void> {
  const rows = await database.many<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1",
  );
  for (const [index, { name }] of rows.entries())
    await database.query("select setval($1::regclass, $2)", [name, firstId + index * 10_000_000]);
}

async function disableOrUninstall(
  fixture: Pick<AccessFixture, "testPlatform" | "store">,
  app: SeededApp,
  action: "disable" | "uninstall",
): Promise<void> {
  const id = await loadInstallationId(fixture.store, app);
  const base = `${fixture.testPlatform.addresses.adminOrigin}/${fixture.store.handle}/api/console/apps/${id}`;
  const { browser } = fixture.store.owner;
  const response: HttpResponse =
    action === "disable"
      ? await browser.call("POST", `${base}/disable.json`)
      : await browser.call("DELETE", `${base}.json`);
  if (response.status !== 200) throw new Error(response.text);
}

/** Create both stores and all callers. The products have names that no response contains by chance. */
export async function createAccessFixture(
  testPlatform: TestPlatform,
  clock: FakeClock,
): Promise<AccessFixture> {
  await separateIdRanges(testPlatform);
  const receiver = await startRecordingReceiver();
  const secretName = `secret-${randomBytes(6).toString("hex")}`;
  const store = await seedStore(testPlatform, { handle: secretName, products: 2, locations: 2 });
  await testPlatform.database.query(
    "update products set title = $2 || id, handle = $2 || id, version = version + 1 where store_id = $1",
    [store.id, `${secretName}-`],
  );
  const otherStore = await seedStore(testPlatform, { products: 1, locations: 1 });
  const tokens: Record<string, string> = {};
  const app = await registerApp(testPlatform, receiver.url);
  tokens.full = (await installApp(testPlatform, { store, app })).token;
  for (const [kind, scope] of Object.entries(singleScopes)) {
    const otherApp = await registerApp(testPlatform, receiver.url);
    tokens[kind] = (await installApp(testPlatform, { store, app: otherApp, scopes: [scope] })).token;
  }
  for (const [kind, action] of [
    ["disabled", "disable"],
    ["revoked", "uninstall"],
  ] as const) {
    const otherApp = await registerApp(testPlatform, receiver.url);
    tokens[kind] = (await installApp(testPlatform, { store, app: otherApp })).token;
    await disableOrUninstall({ testPlatform, store }, otherApp, action);
  }
  const otherStoresApp = await registerApp(testPlatform, receiver.url);
  tokens.otherStore = (await installApp(testPlatform, { store: otherStore, app: otherStoresApp })).token;
  const { browser: memberWithoutRights } = await signUpMember(testPlatform, store, []);
  const { browser: platformStaff } = await signUpStaff(testPlatform);
  return {
    testPlatform,
    store,
    otherStore,
    app,
    otherStoresApp,
    memberWithoutRights,
    platformStaff,
    tokens: tokens as AccessFixture["tokens"],
    receiver,
    clock,
    storeIdsQuery: await buildStoreIdsQuery(testPlatform),
  };
}

/**
 * List the texts that no response to a caller without permission may contain: the store's handle, the app's client secret, and the
 * ids of the store, the app and the store's records.
 */
export async function loadStoreIdentifiers({
  testPlatform,
  store,
  app,
  storeIdsQuery,
}: AccessFixture): Promise<string[]> {
  const rows = await testPlatform.database.many<{ id: string }>(storeIdsQuery, [store.id]);
  return [store.handle, String(store.id), String(app.id), app.client_secret, ...rows.map(({ id }) => id)];
}

/** Build the SQL query of the ids in every table that has a `store_id` column, so that tables of future releases are included. */
async function buildStoreIdsQuery({ database }: TestPlatform): Promise<string> {
  const row = await database.maybeOne<{ text: string }>(
    `select string_agg(format('select id::text from %I where store_id = $1', r.relname), ' union all ') as text
     from pg_class r join pg_attribute s on s.attrelid = r.oid and s.attname = 'store_id'
     join pg_attribute i on i.attrelid = r.oid and i.attname = 'id'
     where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p', 'v') and not r.relispartition`,
  );
  return row?.text ?? "";
}

import { randomBytes } from "node:crypto";
import type {
  Answer,
  Browser,
  FakeClock,
  RecordingReceiver,
  SeededApp,
  SeededStore,
  TestPlatform,
} from "@souk/testkit";
import {
  installApp,
  loadInstallationId,
  recordingReceiver,
  registerApp,
  seedStore,
  signUpMember,
  signUpStaff,
} from "@souk/testkit";

/** Two stores and two partners that share nothing, and every kind of caller. */
export interface AccessFixture {
  testing: TestPlatform;
  /** The store that is called. */
  store: SeededStore;
  /** The store whose people and apps have no rights in the called one. */
  stranger: SeededStore;
  app: SeededApp;
  strangersApp: SeededApp;
  /** A member of the store without any scope. */
  staff: Browser;
  /** A member of the platform's staff, who belongs to no store. */
  platformStaff: Browser;
  tokens: Readonly<Record<"full" | keyof typeof bareScopes | "disabled" | "revoked" | "strangers", string>>;
  receiver: RecordingReceiver;
  clock: FakeClock;
  /** The query of all ids that a store has. */
  idsOfStore: string;
}

/** The one scope of each token that exists to lack the others: no operation accepts both. */
export const bareScopes = { bare: "read_script_tags", otherwiseBare: "read_snippets" } as const;

/** A number that no response contains by chance: every id of this fixture begins above it. */
const firstId = 81_000_000_000;

/** Start each table's ids at a number of its own, so that ids are recognizable in a response. */
async function spreadIds({ database }: TestPlatform): Promise<void> {
  const rows = await database.many<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1",
  );
  for (const [at, { name }] of rows.entries())
    await database.query("select setval($1::regclass, $2)", [name, firstId + at * 10_000_000]);
}

async function act(
  fixture: Pick<AccessFixture, "testing" | "store">,
  app: SeededApp,
  act: "disable" | "uninstall",
): Promise<void> {
  const id = await loadInstallationId(fixture.store, app);
  const base = `${fixture.testing.addresses.adminOrigin}/${fixture.store.handle}/api/console/apps/${id}`;
  const { browser } = fixture.store.owner;
  const answer: Answer =
    act === "disable"
      ? await browser.call("POST", `${base}/disable.json`)
      : await browser.call("DELETE", `${base}.json`);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Create both stores, with products whose names no response contains by chance. */
export async function createFixture(testing: TestPlatform, clock: FakeClock): Promise<AccessFixture> {
  await spreadIds(testing);
  const receiver = await recordingReceiver();
  const secretName = `secret-${randomBytes(6).toString("hex")}`;
  const store = await seedStore(testing, { handle: secretName, products: 2, locations: 2 });
  await testing.database.query(
    "update products set title = $2 || id, handle = $2 || id, version = version + 1 where store_id = $1",
    [store.id, `${secretName}-`],
  );
  const stranger = await seedStore(testing, { products: 1, locations: 1 });
  const tokens: Record<string, string> = {};
  const app = await registerApp(testing, receiver.url);
  tokens.full = (await installApp(testing, { store, app })).token;
  for (const [kind, scope] of Object.entries(bareScopes)) {
    const each = await registerApp(testing, receiver.url);
    tokens[kind] = (await installApp(testing, { store, app: each, scopes: [scope] })).token;
  }
  for (const [kind, action] of [
    ["disabled", "disable"],
    ["revoked", "uninstall"],
  ] as const) {
    const each = await registerApp(testing, receiver.url);
    tokens[kind] = (await installApp(testing, { store, app: each })).token;
    await act({ testing, store }, each, action);
  }
  const strangersApp = await registerApp(testing, receiver.url);
  tokens.strangers = (await installApp(testing, { store: stranger, app: strangersApp })).token;
  const { browser: staff } = await signUpMember(testing, store, []);
  const { browser: platformStaff } = await signUpStaff(testing);
  return {
    testing,
    store,
    stranger,
    app,
    strangersApp,
    staff,
    platformStaff,
    tokens: tokens as AccessFixture["tokens"],
    receiver,
    clock,
    idsOfStore: await queryOfIds(testing),
  };
}

/** List the ids and names of the store's own things, which no response to another caller may contain. */
export async function loadStoreMarks({ testing, store, app, idsOfStore }: AccessFixture): Promise<string[]> {
  const rows = await testing.database.many<{ id: string }>(idsOfStore, [store.id]);
  return [store.handle, String(store.id), String(app.id), app.client_secret, ...rows.map(({ id }) => id)];
}

/** Build the query of all ids in every table whose rows name their store; a table added later is included. */
async function queryOfIds({ database }: TestPlatform): Promise<string> {
  const row = await database.maybeOne<{ text: string }>(
    `select string_agg(format('select id::text from %I where store_id = $1', r.relname), ' union all ') as text
     from pg_class r join pg_attribute s on s.attrelid = r.oid and s.attname = 'store_id'
     join pg_attribute i on i.attrelid = r.oid and i.attname = 'id'
     where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p', 'v') and not r.relispartition`,
  );
  return row?.text ?? "";
}

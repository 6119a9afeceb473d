import { randomBytes } from "node:crypto";
import type {
  Answer,
  Browser,
  FakeClock,
  RecordingReceiver,
  SeededApp,
  SeededShop,
  TestPlatform,
} from "@souk/testkit";
import {
  installApp,
  installationOf,
  recordingReceiver,
  registerApp,
  seedShop,
  signUpMember,
  signUpStaff,
} from "@souk/testkit";

/** Two shops and two partners that have nothing of each other, and every kind of caller there is. */
export interface Ground {
  testing: TestPlatform;
  /** The shop that is called. */
  shop: SeededShop;
  /** The shop whose people and apps have no business there. */
  stranger: SeededShop;
  app: SeededApp;
  strangersApp: SeededApp;
  /** A member of the shop without any scope. */
  staff: Browser;
  /** Of the platform's staff, and a member of no shop. */
  platformStaff: Browser;
  tokens: Readonly<Record<"full" | keyof typeof bareScopes | "disabled" | "revoked" | "strangers", string>>;
  receiver: RecordingReceiver;
  clock: FakeClock;
  /** Answers the id of all that a store has. */
  idsOfStore: string;
}

/** The one scope of each token that is there to lack the others: no operation takes both. */
export const bareScopes = { bare: "read_script_tags", otherwiseBare: "read_snippets" } as const;

/** A number that stands in no answer by chance: every id of the ground begins above it. */
const firstId = 81_000_000_000;

/** Ids that are known when they are seen: each table counts from a number of its own. */
async function spreadIds({ database }: TestPlatform): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1",
  );
  for (const [at, { name }] of rows.entries())
    await database.query("select setval($1::regclass, $2)", [name, firstId + at * 10_000_000]);
}

async function act(
  ground: Pick<Ground, "testing" | "shop">,
  app: SeededApp,
  act: "disable" | "uninstall",
): Promise<void> {
  const id = await installationOf(ground.shop, app);
  const base = `${ground.testing.addresses.adminOrigin}/${ground.shop.handle}/api/console/apps/${id}`;
  const { browser } = ground.shop.owner;
  const answer: Answer =
    act === "disable"
      ? await browser.call("POST", `${base}/disable.json`)
      : await browser.call("DELETE", `${base}.json`);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Makes both shops, with products whose names no answer holds by chance. */
export async function createGround(testing: TestPlatform, clock: FakeClock): Promise<Ground> {
  await spreadIds(testing);
  const receiver = await recordingReceiver();
  const secretName = `secret-${randomBytes(6).toString("hex")}`;
  const shop = await seedShop(testing, { handle: secretName, products: 2, locations: 2 });
  await testing.database.query(
    "update products set title = $2 || id, handle = $2 || id, version = version + 1 where store_id = $1",
    [shop.id, `${secretName}-`],
  );
  const stranger = await seedShop(testing, { products: 1, locations: 1 });
  const tokens: Record<string, string> = {};
  const app = await registerApp(testing, receiver.url);
  tokens.full = (await installApp(testing, { shop, app })).token;
  for (const [kind, scope] of Object.entries(bareScopes)) {
    const each = await registerApp(testing, receiver.url);
    tokens[kind] = (await installApp(testing, { shop, app: each, scopes: [scope] })).token;
  }
  for (const [kind, deed] of [
    ["disabled", "disable"],
    ["revoked", "uninstall"],
  ] as const) {
    const each = await registerApp(testing, receiver.url);
    tokens[kind] = (await installApp(testing, { shop, app: each })).token;
    await act({ testing, shop }, each, deed);
  }
  const strangersApp = await registerApp(testing, receiver.url);
  tokens.strangers = (await installApp(testing, { shop: stranger, app: strangersApp })).token;
  const { browser: staff } = await signUpMember(testing, shop, []);
  const { browser: platformStaff } = await signUpStaff(testing);
  return {
    testing,
    shop,
    stranger,
    app,
    strangersApp,
    staff,
    platformStaff,
    tokens: tokens as Ground["tokens"],
    receiver,
    clock,
    idsOfStore: await queryOfIds(testing),
  };
}

/** What must stand in no answer to somebody else: the ids and names of the shop's own things. */
export async function marksOf({ testing, shop, app, idsOfStore }: Ground): Promise<string[]> {
  const { rows } = await testing.database.query<{ id: string }>(idsOfStore, [shop.id]);
  return [shop.handle, String(shop.id), String(app.id), app.client_secret, ...rows.map(({ id }) => id)];
}

/** The query of all ids in every table whose rows name their store: one that comes later is searched for as well. */
async function queryOfIds({ database }: TestPlatform): Promise<string> {
  const { rows } = await database.query<{ text: string }>(
    `select string_agg(format('select id::text from %I where store_id = $1', r.relname), ' union all ') as text
     from pg_class r join pg_attribute s on s.attrelid = r.oid and s.attname = 'store_id'
     join pg_attribute i on i.attrelid = r.oid and i.attname = 'id'
     where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p', 'v') and not r.relispartition`,
  );
  return rows[0]?.text ?? "";
}

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Database } from "../database.ts";
import { openDatabase } from "../open-database.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "../testing/test-postgres.ts";
import { dumpSchema } from "./dump-schema.ts";
import { readCatalog } from "./read-catalog.ts";
import { generateTableTypes } from "./table-types.ts";

const schema = `
  create type mood as enum ('sad', 'it''s fine');
  create table people (
    id bigint generated always as identity primary key,
    name text not null default 'nobody', mood mood, kind text not null default 'a' check (kind in ('a', 'b')),
    only_kind text check (only_kind in ('x')),
    price numeric(20, 4), at timestamptz(3) not null, tags text[] not null default '{}', moods mood[],
    document jsonb, secret bytea, doubled bigint generated always as (price * 2) stored
  ) with (fillfactor = 80);
  create unique index people_name on people (lower(name)) where mood is not null;
  create function noop() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger people_noop before insert on people for each row execute function noop();
  create table log (person_id bigint references people, at timestamptz not null) partition by range (at);
  create table log_p2026 partition of log for values from ('2026-01-01') to ('2027-01-01');
  create view named as select id, name from people;`;

let postgres: TestPostgres;
let database: Database;

before(async () => {
  postgres = await startTestPostgres();
  database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  await database.query(schema);
});

after(async () => {
  await database?.close();
  await postgres?.stop();
});

test("the schema dump contains all kinds of objects except time partitions", async () => {
  const dump = await dumpSchema(database);
  for (const text of [
    "create type mood as enum ('sad', 'it''s fine');",
    "  id bigint not null generated always as identity,",
    "  name text not null default 'nobody'::text,",
    "  doubled bigint generated always as ((price * (2)::numeric)) stored,",
    "  constraint people_pkey PRIMARY KEY (id)",
    ") with (fillfactor=80);",
    "CREATE UNIQUE INDEX people_name ON public.people USING btree (lower(name)) WHERE (mood IS NOT NULL);",
    "CREATE TRIGGER people_noop BEFORE INSERT ON public.people FOR EACH ROW EXECUTE FUNCTION noop();",
    "CREATE OR REPLACE FUNCTION public.noop()",
    ") partition by RANGE (at);",
    "create view named as\nSELECT id,",
  ]) {
    assert.ok(dump.includes(text), `${text}\nis not in\n${dump}`);
  }
  assert.ok(!dump.includes("log_p2026"));
});

test("a database with the same schema but other object ids has the same schema dump", async () => {
  const connection = await postgres.createEmptyDatabase();
  const otherDatabase = openDatabase({ connection, log: silentLog });
  await otherDatabase.query(`create table later (); ${schema}; drop table later`);
  assert.equal(await dumpSchema(otherDatabase), await dumpSchema(database));
  await otherDatabase.close();
});

test("generated row types have nullable columns and unions for check constraints", async () => {
  const text = generateTableTypes(await readCatalog(database));
  const people = /interface People \{\n([^}]*)\}/.exec(text)?.[1];
  assert.equal(
    people,
    `  id: number;
  name: string;
  mood: "sad" | "it's fine" | null;
  kind: "a" | "b";
  only_kind: "x" | null;
  price: string | null;
  at: Date;
  tags: string[];
  moods: ("sad" | "it's fine")[] | null;
  document: unknown;
  secret: Buffer | null;
  doubled: number | null;
`,
  );
  assert.match(text, /export interface Tables \{\n {2}log: Log;\n {2}named: Named;\n {2}people: People;\n\}/);
});

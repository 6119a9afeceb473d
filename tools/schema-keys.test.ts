import assert from "node:assert/strict";
import { test } from "node:test";
import { findSchemaKeyErrors, type KeyRules } from "./schema-keys.ts";

const rules: KeyRules = {
  platform: {
    stores: { kind: "reference", reason: "" },
    sessions: { kind: "platform", reason: "" },
  },
  triggers: { write_entry: "" },
};

const testSchema = `CREATE OR REPLACE FUNCTION public.write_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into entries (store_id, id) values (new.store_id, new.id);
  return null;
end $function$;

create table entries (
  store_id bigint not null,
  id bigint not null,
  parent_id bigint,
  constraint entries_pkey PRIMARY KEY (store_id, id),
  constraint entries_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE,
  constraint entries_parent FOREIGN KEY (store_id, parent_id) REFERENCES entries(store_id, id)
);
CREATE UNIQUE INDEX entries_one ON public.entries USING btree (store_id) WHERE (parent_id IS NULL);
CREATE TRIGGER entries_written AFTER INSERT ON public.entries FOR EACH ROW EXECUTE FUNCTION write_entry();

create table sessions (
  id bigint not null,
  constraint sessions_pkey PRIMARY KEY (id)
);

create table stores (
  id bigint not null,
  constraint stores_pkey PRIMARY KEY (id)
);
CREATE TRIGGER stores_written AFTER INSERT ON public.stores FOR EACH ROW EXECUTE FUNCTION write_entry();
`;

const findErrorsWith = (search: string, replacement: string): string[] => {
  assert.ok(testSchema.includes(search), search);
  return findSchemaKeyErrors(testSchema.replace(search, replacement), rules);
};

test("a schema whose store tables all have keys beginning with store_id has no errors", () => {
  assert.deepEqual(findSchemaKeyErrors(testSchema, rules), []);
});

test("a key of a store's table that does not begin with store_id is an error", () => {
  assert.match(
    findErrorsWith("PRIMARY KEY (store_id, id)", "PRIMARY KEY (id, store_id)")[0] ?? "",
    /unique key does not begin/,
  );
  assert.match(
    findErrorsWith("btree (store_id) WHERE", "btree (parent_id) WHERE")[0] ?? "",
    /unique key does not begin/,
  );
  const reference = "FOREIGN KEY (store_id, parent_id) REFERENCES entries(store_id, id)";
  const keyWithoutStore = "FOREIGN KEY (parent_id) REFERENCES entries(id)";
  assert.match(findErrorsWith(reference, keyWithoutStore)[0] ?? "", /foreign key does not begin/);
  assert.match(findErrorsWith(reference, `${reference} ON DELETE SET NULL (parent_id)`)[0] ?? "", /set null/);
  assert.match(
    findErrorsWith("  store_id bigint not null,\n  id", "  id")[0] ?? "",
    /has no store_id and is not listed/,
  );
});

test("a foreign key from a store's table to a platform table on one node, or from a platform table to a store's table, is an error", () => {
  const keyToStores = "FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE";
  const keyToSessions = "FOREIGN KEY (id) REFERENCES sessions(id)";
  assert.match(
    findErrorsWith(keyToStores, keyToSessions)[0] ?? "",
    /refers to sessions, which is on one node only/,
  );
  const key = "constraint stores_pkey PRIMARY KEY (id)";
  assert.match(
    findErrorsWith(
      key,
      `${key},\n  constraint stores_entry FOREIGN KEY (id, id) REFERENCES entries(store_id, id)`,
    )[0] ?? "",
    /a platform table refers to a store's table/,
  );
});

test("a trigger that writes outside its store is an error", () => {
  const insert = "insert into entries (store_id, id) values (new.store_id, new.id)";
  assert.match(
    findErrorsWith(insert, "update entries set id = new.id where id = old.id")[0] ?? "",
    /without store_id/,
  );
  assert.match(
    findErrorsWith(insert, "delete from sessions where id = old.id")[0] ?? "",
    /which is not the store's/,
  );
  const errors = findSchemaKeyErrors(testSchema, { ...rules, triggers: {} });
  assert.deepEqual(errors, [
    "stores: its trigger function write_entry writes a store's table and is not listed.",
  ]);
});

test("listing a platform table or trigger that is not in the schema is an error", () => {
  const platform: KeyRules["platform"] = { ...rules.platform, gone: { kind: "platform", reason: "" } };
  assert.match(findSchemaKeyErrors(testSchema, { ...rules, platform })[0] ?? "", /gone is listed/);
  const triggers = { ...rules.triggers, gone: "" };
  assert.match(
    findSchemaKeyErrors(testSchema, { ...rules, triggers })[0] ?? "",
    /gone is listed among the platform's triggers/,
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { splitStatements } from "./split-statements.ts";

test("SQL statements end at semicolons outside strings, comments, names and dollar quotes", () => {
  const text = `-- one; comment
select ';', "name;with;semicolons", 'it''s;' ;
/* a; block */ create function f() returns void language plpgsql as $body$ begin null; end $body$;
do $$ begin null; end $$;
-- the end; of it`;
  assert.deepEqual(splitStatements(text), [
    `-- one; comment\nselect ';', "name;with;semicolons", 'it''s;'`,
    "/* a; block */ create function f() returns void language plpgsql as $body$ begin null; end $body$",
    "do $$ begin null; end $$",
  ]);
});

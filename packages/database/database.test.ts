import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, before, test } from "node:test";
import type { Database } from "./database.ts";
import { DatabaseUnavailable, getErrorCode } from "./database-unavailable.ts";
import { openDatabase } from "./open-database.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let database: Database;

before(async () => {
  postgres = await startTestPostgres();
  database = openDatabase({ connection: postgres.connectionString, log: silentLog, maxConnections: 4 });
  await database.query("create table things (id bigint primary key, name text not null)");
});

after(async () => {
  await database?.close();
  await postgres?.stop();
});

async function loadNames(): Promise<string[]> {
  return (await database.many<{ name: string }>("select name from things order by id")).map(
    ({ name }) => name,
  );
}

test("int8 is parsed as a number, numeric and date as strings, timestamptz as a Date", async () => {
  const { rows } = await database.query(
    `select 9007199254740991 as big, array[1, 2, null]::int8[] as bigs, 1.50::numeric(20,4) as money, date '2026-02-03' as day,
      timestamptz '2026-02-03 04:05:06.789+08' as at, '{"a":[1]}'::jsonb as document, '\\x00ff'::bytea as bytes,
      array['a','b'] as texts, interval '1 day' as span`,
  );
  assert.deepEqual(rows, [
    {
      big: 9007199254740991,
      bigs: [1, 2, null],
      money: "1.5000",
      day: "2026-02-03",
      at: new Date("2026-02-02T20:05:06.789Z"),
      document: { a: [1] },
      bytes: Buffer.from([0, 255]),
      texts: ["a", "b"],
      span: "1 day",
    },
  ]);
});

test("a bigint beyond 2^53-1 is rejected, not rounded", async () => {
  await assert.rejects(database.query("select 9007199254740993::int8 as big"), /beyond 2\^53-1/);
  assert.equal((await database.query("select 1 as one")).rowCount, 1);
});

test("every database connection has time limits and the time zone UTC", async () => {
  const { rows } = await database.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone,
      current_setting('application_name') as application`,
  );
  assert.deepEqual(rows, [{ statement: "15s", lock: "10s", idle: "30s", zone: "UTC", application: "souk" }]);
});

test("a transaction commits when its function resolves and rolls back when it throws", async () => {
  await database.transaction((tx) => tx.query("insert into things values (1, 'committed')"));
  const transaction = database.transaction(async (tx) => {
    await tx.query("insert into things values (2, 'rolled back')");
    throw new Error("rolled back on purpose");
  });
  await assert.rejects(transaction, /rolled back on purpose/);
  assert.deepEqual(await loadNames(), ["committed"]);
});

test("a database transaction fails if its function ignores the error of a failed statement", async () => {
  const transaction = database.transaction(async (tx) => {
    await tx.query("select 1 / 0").catch(() => undefined);
  });
  await assert.rejects(transaction, /rolled back/);
});

test("`one`, `maybeOne` and `many` return rows, both on the pool and in a transaction", async () => {
  const rollback = new Error("rollback");
  const selectNames = "select name from things where id = any($1) order by id";
  const transaction = database.transaction(async (tx) => {
    await tx.query("insert into things values (3, 'third'), (4, 'fourth')");
    assert.deepEqual(await tx.one(selectNames, [[3]]), { name: "third" });
    assert.deepEqual(await tx.maybeOne(selectNames, [[4]]), { name: "fourth" });
    assert.equal(await tx.maybeOne(selectNames, [[5]]), undefined);
    assert.deepEqual(await tx.many(selectNames, [[3, 4]]), [{ name: "third" }, { name: "fourth" }]);
    throw rollback;
  });
  await assert.rejects(transaction, rollback);
  assert.deepEqual(await database.many(selectNames, [[3, 4]]), []);
  assert.equal(await database.maybeOne(selectNames, [[3]]), undefined);
});

test("the error for an unexpected number of rows contains the statement or its name", async () => {
  const twoRowsSql = "select generate_series(1, 2) as n";
  const message = "got 2, from the statement: select generate_series(1, 2) as n";
  await assert.rejects(database.one(twoRowsSql), {
    name: "RowCountError",
    message: `Expected exactly one row, ${message}`,
  });
  await assert.rejects(database.maybeOne(twoRowsSql), { message: `Expected at most one row, ${message}` });
  await assert.rejects(database.one({ name: "no_thing", text: "select from things where id = -1" }), {
    message: "Expected exactly one row, got 0, from the statement: no_thing",
  });
});

test("only a retryable transaction is rerun after a serialization failure", async () => {
  await database.query("insert into things values (10, '0')");
  /** Create a barrier that opens when `count` transactions have read, so that all of them conflict. */
  const createBarrier = (count: number) => {
    const allReached = Promise.withResolvers<void>();
    let readerCount = 0;
    return (): Promise<void> => {
      readerCount += 1;
      if (readerCount === count) allReached.resolve();
      return allReached.promise;
    };
  };
  const increment = (allHaveRead: () => Promise<void>, { retryable }: { retryable: boolean }) =>
    database.transaction(
      async (tx) => {
        const { rows } = await tx.query<{ name: string }>("select name from things where id = 10");
        await allHaveRead();
        await tx.query("update things set name = $1 where id = 10", [String(Number(rows[0]?.name) + 1)]);
      },
      { isolation: "repeatable read", retryable },
    );
  const barrierOfThree = createBarrier(3);
  await Promise.all([
    increment(barrierOfThree, { retryable: true }),
    increment(barrierOfThree, { retryable: true }),
    increment(barrierOfThree, { retryable: true }),
  ]);
  assert.equal(
    (await database.query<{ name: string }>("select name from things where id = 10")).rows[0]?.name,
    "3",
  );
  const barrierOfTwo = createBarrier(2);
  const outcomes = await Promise.allSettled([
    increment(barrierOfTwo, { retryable: false }),
    increment(barrierOfTwo, { retryable: false }),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  assert.equal(getErrorCode(failure?.reason), "40001");
});

test("two statements in a deadlock both succeed", async () => {
  await database.query("insert into things values (20, ''), (21, '')");
  const updateBoth = (first: number, second: number) =>
    database.query(`do $$ begin
      update things set name = name || '${first}' where id = ${first};
      perform pg_sleep(0.2);
      update things set name = name || '${first}' where id = ${second};
    end $$`);
  await Promise.all([updateBoth(20, 21), updateBoth(21, 20)]);
  const { rows } = await database.query<{ name: string }>("select name from things where id in (20, 21)");
  assert.deepEqual(
    rows.map(({ name }) => name.length),
    [4, 4],
  );
});

test("a statement that exceeds its own time limit fails as busy and leaves the default limit unchanged", async () => {
  const slowStatement = database.transaction((tx) => tx.query("select pg_sleep(5)"), {
    statementTimeoutMs: 30,
  });
  await assert.rejects(
    slowStatement,
    (error) => error instanceof DatabaseUnavailable && error.reason === "busy",
  );
  assert.deepEqual((await database.query("select current_setting('statement_timeout') as limit")).rows, [
    { limit: "15s" },
  ]);
});

test("a read-only database counts as unreachable until a new connection is writable", async () => {
  const connection = await postgres.createEmptyDatabase();
  const name = /\/([^/?]+)(\?|$)/.exec(connection)?.[1] ?? assert.fail(connection);
  const setReadOnly = (value: string) =>
    database.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
  await setReadOnly("on");
  const standby = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  const write = () => standby.query("create table written (id int)");
  await assert.rejects(
    write(),
    (error) => error instanceof DatabaseUnavailable && error.reason === "unreachable",
  );
  await setReadOnly("off");
  await write();
  await standby.close();
});

test("a database without a free connection counts as busy", async () => {
  const smallPool = openDatabase({
    connection: postgres.connectionString,
    log: silentLog,
    maxConnections: 1,
    maxWaitMs: 1_000,
  });
  await smallPool.transaction(async (tx) => {
    await tx.query("select 1");
    await assert.rejects(
      smallPool.query("select 1"),
      (error) => error instanceof DatabaseUnavailable && error.reason === "busy",
    );
  });
  await smallPool.close();
});

test("a server that accepts connections but never responds counts as unreachable", {
  timeout: 30_000,
}, async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = { host: "127.0.0.1", port, user: "souk", database: "souk" };
  const silentServer = openDatabase({ connection, log: silentLog, maxWaitMs: 60_000 });
  await assert.rejects(
    silentServer.query("select 1"),
    (error) => error instanceof DatabaseUnavailable && error.reason === "unreachable",
  );
  await silentServer.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("a named statement still works after a migration has added a column to its table", async () => {
  await database.query("create table grows (a integer)");
  const statement = { name: "all-columns", text: "select * from grows" };
  await Promise.all(Array.from({ length: 8 }, () => database.query(statement)));
  await database.query("alter table grows add column b integer");
  await database.query("insert into grows values (1, 2)");
  for (let round = 0; round < 8; round++)
    assert.deepEqual((await database.query(statement)).rows, [{ a: 1, b: 2 }]);
});

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { ApiError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { createFakeClock, createTestDatabase, type FakeClock } from "@souk/testkit";
import { createAddresses } from "../../../runtime/addresses.ts";
import { secureRandomText } from "../../../runtime/random.ts";
import { createVault } from "../../../runtime/secrets/vault.ts";
import { type PartnersDeps, registerApp } from "../index.ts";

/** An account that registers apps. */
export interface Person {
  account_id: number;
  email: string;
  name: string;
}

type Registration = Parameters<typeof registerApp>[1]["input"];

/** A test database, with functions to register apps in it without HTTP. */
export interface PartnerFixture {
  database: Database;
  clock: FakeClock;
  deps: PartnersDeps;
  /** The dependencies as in development, where URLs of this machine are allowed. */
  developmentDeps: PartnersDeps;
  /** Create an account. */
  createPerson(name: string): Promise<Person>;
  /** Run work in a transaction. */
  runInTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Register an app named "Stock Sync", with valid URLs unless the input contains others. */
  registerApp(
    account: Person,
    input?: Partial<Registration>,
    registerDeps?: PartnersDeps,
  ): ReturnType<typeof registerApp>;
  countRows(table: string): Promise<number>;
  stop(): Promise<void>;
}

/** Valid URLs of an app. */
export const urls = { app_url: "https://sync.dev/app", redirection_urls: ["https://sync.dev/back"] };

/** Create the fixture, with the dependencies as in production. */
export async function createPartnerFixture(): Promise<PartnerFixture> {
  const { database, stop } = await createTestDatabase();
  const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
  const deps: PartnersDeps = {
    vault: createVault(randomBytes(32)),
    clock,
    random: secureRandomText,
    addresses: createAddresses({ scheme: "https", domain: "souk.shop", port: 443 }),
    localAccess: false,
  };
  const runInTransaction: PartnerFixture["runInTransaction"] = (work) => database.transaction(work);
  return {
    database,
    clock,
    deps,
    developmentDeps: { ...deps, localAccess: true },
    async createPerson(name) {
      const email = `${name}@apps.test`;
      const text = "insert into accounts (email, name, password_hash) values ($1, $2, '') returning id";
      const row = await database.maybeOne<{ id: number }>(text, [email, name]);
      return { account_id: row?.id ?? 0, email, name };
    },
    runInTransaction,
    registerApp: (account, input = {}, registerDeps = deps) =>
      runInTransaction((db) =>
        registerApp(db, { account, input: { name: "Stock Sync", ...urls, ...input } }, registerDeps),
      ),
    async countRows(table) {
      const row = await database.one<{ count: number }>(`select count(*)::int as count from ${table}`);
      return row.count ?? -1;
    },
    stop,
  };
}

/** Await an attempt that must fail with an API error, and return the error. */
export async function expectApiError(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => assert.fail("The attempt succeeded."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

/** Await an attempt that must fail with `invalid`, and return the paths of the invalid fields. */
export async function expectInvalidPaths(attempt: Promise<unknown>): Promise<string[]> {
  const { code, details } = await expectApiError(attempt);
  assert.equal(code, "invalid");
  return (details.fields ?? []).map(({ path }) => path);
}

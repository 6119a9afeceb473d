import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { ApiError } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { type FakeClock, fakeClock, testDatabase } from "@souk/testkit";
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

/** A database with functions to register apps in it. */
export interface PartnerFixture {
  database: Database;
  clock: FakeClock;
  deps: PartnersDeps;
  /** The dependencies in development. */
  development: PartnersDeps;
  person(name: string): Promise<Person>;
  tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  register(
    by: Person,
    input?: Partial<Registration>,
    registerDeps?: PartnersDeps,
  ): ReturnType<typeof registerApp>;
  countRows(table: string): Promise<number>;
  stop(): Promise<void>;
}

export const urls = { app_url: "https://sync.dev/app", redirection_urls: ["https://sync.dev/back"] };

export async function createPartnerFixture(): Promise<PartnerFixture> {
  const { database, stop } = await testDatabase();
  const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
  const deps: PartnersDeps = {
    vault: createVault(randomBytes(32)),
    clock,
    random: secureRandomText,
    addresses: createAddresses({ scheme: "https", domain: "souk.shop", port: 443 }),
    allowLoopback: false,
  };
  const tx: PartnerFixture["tx"] = (work) => database.transaction(work);
  return {
    database,
    clock,
    deps,
    development: { ...deps, allowLoopback: true },
    async person(name) {
      const email = `${name}@apps.test`;
      const text = "insert into accounts (email, name, password_hash) values ($1, $2, '') returning id";
      const row = await database.maybeOne<{ id: number }>(text, [email, name]);
      return { account_id: row?.id ?? 0, email, name };
    },
    tx,
    register: (account, input = {}, registerDeps = deps) =>
      tx((db) =>
        registerApp(db, { account, input: { name: "Stock Sync", ...urls, ...input } }, registerDeps),
      ),
    async countRows(table) {
      const row = await database.one<{ n: number }>(`select count(*)::int as n from ${table}`);
      return row.n ?? -1;
    },
    stop,
  };
}

/** Run an attempt that must be rejected, and return its error. */
export async function expectApiError(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => assert.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

/** Run an attempt that must be rejected, and return the paths of its errors. */
export async function expectInvalidPaths(attempt: Promise<unknown>): Promise<string[]> {
  const { code, details } = await expectApiError(attempt);
  assert.equal(code, "invalid");
  return (details.fields ?? []).map(({ path }) => path);
}

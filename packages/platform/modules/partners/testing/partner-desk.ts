import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Refusal } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { type FakeClock, fakeClock, testDatabase } from "@souk/testkit";
import { createAddresses } from "../../../addresses.ts";
import { secureRandomText } from "../../../random.ts";
import { createVault } from "../../../secrets/vault.ts";
import { type PartnersWiring, registerApp } from "../index.ts";

/** An account as it registers apps. */
export interface Person {
  account_id: number;
  email: string;
  name: string;
}

type Registration = Parameters<typeof registerApp>[1]["input"];

/** A database with a way to register apps in it. */
export interface PartnerDesk {
  database: Database;
  clock: FakeClock;
  wiring: PartnersWiring;
  /** The same, but in development. */
  development: PartnersWiring;
  person(name: string): Promise<Person>;
  tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  register(by: Person, input?: Partial<Registration>, on?: PartnersWiring): ReturnType<typeof registerApp>;
  countOf(table: string): Promise<number>;
  stop(): Promise<void>;
}

export const urls = { app_url: "https://sync.dev/app", redirection_urls: ["https://sync.dev/back"] };

export async function openDesk(): Promise<PartnerDesk> {
  const { database, stop } = await testDatabase();
  const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
  const wiring: PartnersWiring = {
    vault: createVault(randomBytes(32)),
    clock,
    random: secureRandomText,
    addresses: createAddresses({ scheme: "https", domain: "souk.shop", port: 443 }),
    allowLoopback: false,
  };
  const tx: PartnerDesk["tx"] = (work) => database.transaction(work);
  return {
    database,
    clock,
    wiring,
    development: { ...wiring, allowLoopback: true },
    async person(name) {
      const email = `${name}@apps.test`;
      const text = "insert into accounts (email, name, password_hash) values ($1, $2, '') returning id";
      const { rows } = await database.query<{ id: number }>(text, [email, name]);
      return { account_id: rows[0]?.id ?? 0, email, name };
    },
    tx,
    register: (account, input = {}, on = wiring) =>
      tx((run) => registerApp(run, { account, input: { name: "Stock Sync", ...urls, ...input } }, on)),
    async countOf(table) {
      const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${table}`);
      return rows[0]?.n ?? -1;
    },
    stop,
  };
}

/** What an attempt was refused with. */
export async function refusal(attempt: Promise<unknown>): Promise<Refusal> {
  const error = await attempt.then(
    () => assert.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal, String(error));
  return error;
}

/** The fields that an attempt was refused for. */
export async function refusedPaths(attempt: Promise<unknown>): Promise<string[]> {
  const { code, details } = await refusal(attempt);
  assert.equal(code, "invalid");
  return (details.fields ?? []).map(({ path }) => path);
}

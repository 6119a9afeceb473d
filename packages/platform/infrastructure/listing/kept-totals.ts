import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import { LRUCache } from "lru-cache";
import type { CountSource } from "./list-source.ts";

/** A total with the time of its count, by the database's clock. */
export interface KeptTotal {
  total: number;
  at: Date;
}

type Kept = Pick<CountSource, "plural" | "conditions">;

/** The totals of walks under way; the least recently used are forgotten first. */
export interface KeptTotals {
  of(source: Kept): KeptTotal | undefined;
  keep(source: Kept, counted: KeptTotal): void;
}

const maxKept = 1_000;

// The conditions name the store, by a value.
function getKey({ plural, conditions }: Kept): string {
  const asked = JSON.stringify([plural, conditions.sql, conditions.filterValues]);
  return createHash("sha256").update(asked).digest("base64");
}

function createKeptTotals(): KeptTotals {
  const kept = new LRUCache<string, KeptTotal>({ max: maxKept });
  return {
    of: (source) => kept.get(getKey(source)),
    keep: (source, counted) => void kept.set(getKey(source), counted),
  };
}

const ofDatabases = new WeakMap<Queryable, KeptTotals>();

/** Return the totals kept in this process for lists of one database. */
export function getKeptTotals(db: Queryable): KeptTotals {
  const known = ofDatabases.get(db);
  if (known) return known;
  const made = createKeptTotals();
  ofDatabases.set(db, made);
  return made;
}

import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import type { CountSource } from "./list-source.ts";

/** A total that was counted, and when by the database's clock. */
export interface KeptTotal {
  total: number;
  at: Date;
}

type Kept = Pick<CountSource, "plural" | "conditions">;

/** The totals of walks under way; the least recently counted are forgotten first. */
export interface KeptTotals {
  of(source: Kept): KeptTotal | undefined;
  keep(source: Kept, counted: KeptTotal): void;
}

const mostKept = 1_000;

// The conditions name the store, by a value.
function keyOf({ plural, conditions }: Kept): string {
  const asked = JSON.stringify([plural, conditions.sql, conditions.filterValues]);
  return createHash("sha256").update(asked).digest("base64");
}

function createKeptTotals(): KeptTotals {
  const kept = new Map<string, KeptTotal>();
  return {
    of: (source) => kept.get(keyOf(source)),
    keep(source, counted) {
      const key = keyOf(source);
      kept.delete(key);
      kept.set(key, counted);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
  };
}

const ofDatabases = new WeakMap<Queryable, KeptTotals>();

/** The totals kept in this process for lists of one database. */
export function keptTotalsOf(run: Queryable): KeptTotals {
  const known = ofDatabases.get(run);
  if (known) return known;
  const made = createKeptTotals();
  ofDatabases.set(run, made);
  return made;
}

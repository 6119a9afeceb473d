import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import { LRUCache } from "lru-cache";
import type { CountSource } from "./list-source.ts";

/** A total with the time when it was counted, by the database's clock. */
export interface CachedTotal {
  total: number;
  at: Date;
}

type CountedList = Pick<CountSource, "plural" | "conditions">;

/** The latest totals of lists, for clients that read page after page. The least recently used are removed first. */
export interface CachedTotals {
  get(source: CountedList): CachedTotal | undefined;
  set(source: CountedList, total: CachedTotal): void;
}

const maxCachedTotals = 1_000;

// The store is part of the key, because its id is one of the filter values.
function getKey({ plural, conditions }: CountedList): string {
  const keyText = JSON.stringify([plural, conditions.sql, conditions.filterValues]);
  return createHash("sha256").update(keyText).digest("base64");
}

function createCachedTotals(): CachedTotals {
  const cache = new LRUCache<string, CachedTotal>({ max: maxCachedTotals });
  return {
    get: (source) => cache.get(getKey(source)),
    set: (source, total) => void cache.set(getKey(source), total),
  };
}

const totalsByDatabase = new WeakMap<Queryable, CachedTotals>();

/** Return the totals that this process has cached for lists of a database. */
export function getCachedTotals(db: Queryable): CachedTotals {
  const existingTotals = totalsByDatabase.get(db);
  if (existingTotals) return existingTotals;
  const newTotals = createCachedTotals();
  totalsByDatabase.set(db, newTotals);
  return newTotals;
}

import { getZoneOffset, toInstant } from "@souk/contract";
import type { InitialMovement } from "@souk/platform/modules/inventory";

/** An inventory level of the demo with its initial quantity. */
export interface SeededLevel {
  variant_id: number;
  location_id: number;
  quantity: number;
  /** The time of the initial movement. */
  at: Date;
  /** The request id of the initial movement, which is the same for all levels of a product. */
  request_id: string;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The time of day at which the shops open: 10 a.m. */
const openingTimeMs = 10 * 60 * minuteMs;

/** The number of stock changes on each of the last 14 days, of which today is the last. */
const changesPerDay = [4, 6, 3, 7, 9, 5, 2, 5, 4, 8, 6, 11, 3, 6];

const changeKinds = [
  { reason: "Sold at the counter", change: -1 },
  { reason: "Sold at the counter", change: -2 },
  { reason: "Delivery from the workshop", change: 12 },
  { reason: "Sold at the counter", change: -1 },
  { reason: "Damaged", change: -1 },
  { reason: "Sold at the counter", change: -3 },
  { reason: "Counted", change: 2 },
] as const;

/** List the times of the changes, which are on each day after 10 a.m. in the store's time zone and never in the future. */
function listChangeTimes(now: number, zone: string): number[] {
  const localNow = now + getZoneOffset(now, zone);
  const today = localNow - (localNow % dayMs);
  return changesPerDay
    .flatMap((count, day) => {
      const openingTime = today - (changesPerDay.length - 1 - day) * dayMs + openingTimeMs;
      // The changes of a day are 53 minutes apart. The first change is at a different minute each day.
      return Array.from(
        { length: count },
        (_, index) => openingTime + (11 + index * 53 + ((day * 17) % 29)) * minuteMs,
      );
    })
    .map((time) => toInstant(time, zone, "earlier"))
    .filter((time) => time < now);
}

/**
 * Build two weeks of stock movements: the initial movement of each level, and then sales, deliveries and other changes. The
 * same input always gives the same movements, and no quantity is ever below 0.
 * @param accountId the account that made the changes
 */
export function buildStockHistory(
  levels: readonly SeededLevel[],
  { now, zone, accountId }: { now: number; zone: string; accountId: number },
): InitialMovement[] {
  const initialMovements = levels.map(({ quantity, ...level }): InitialMovement => {
    return { ...level, change: quantity, reason: "opening stock", actor: { kind: "system", id: "demo" } };
  });
  const quantities = new Map(levels.map((level) => [level, level.quantity]));
  const changes = listChangeTimes(now, zone).flatMap((time, index): InitialMovement[] => {
    const { reason, change } = changeKinds[index % changeKinds.length] ?? changeKinds[0];
    const candidates = levels.filter(
      (level) => level.at.getTime() < time && (quantities.get(level) ?? 0) + change >= 0,
    );
    const level = candidates[(index * 37) % candidates.length];
    if (level === undefined) return [];
    quantities.set(level, (quantities.get(level) ?? 0) + change);
    const { variant_id, location_id } = level;
    const actor = { kind: "account", id: String(accountId) } as const;
    const changeData = { at: new Date(time), request_id: `demo-change-${index + 1}` };
    return [{ variant_id, location_id, change, reason, actor, ...changeData }];
  });
  return [...initialMovements, ...changes];
}

/** A location that stock can ship from. */
export interface CandidateLocation {
  id: number;
  is_primary: boolean;
  country_code: string;
  province_code: string;
  latitude: number | null;
  longitude: number | null;
}

/** The destination of an order. */
export interface Destination {
  country_code: string;
  province_code: string;
  latitude: number | null;
  longitude: number | null;
}

/** Units of an order line that locations must provide. */
export interface Demand {
  /** The line's index in the order. */
  line: number;
  quantity: number;
  /** Null: the line takes nothing from stock, and any location can ship it. */
  variant_id: number | null;
  /** Whether only available units can be taken. */
  is_guarded: boolean;
}

/** Units of a line that one location ships. */
export interface Allocation {
  line: number;
  location_id: number;
  quantity: number;
}

/** A line that allows only available units, but needs more than all locations have. */
export interface Missing {
  line: number;
  /** The available units of all locations together. */
  available: number;
}

/** Returns the available units of a variant at a location; null if the variant is not stocked there. */
export type AvailableLookup = (variantId: number, locationId: number) => number | null;

const earthRadius = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Compute the kilometers between two points on the globe (haversine). */
function computeDistance(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const high = Math.sin(radians(b.latitude - a.latitude) / 2);
  const wide = Math.sin(radians(b.longitude - a.longitude) / 2);
  const chord = high ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * wide ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function computeKilometers(location: CandidateLocation, to: Destination | null): number | null {
  const { latitude, longitude } = location;
  if (latitude === null || longitude === null) return null;
  if (to === null || to.latitude === null || to.longitude === null) return null;
  return computeDistance({ latitude, longitude }, { latitude: to.latitude, longitude: to.longitude });
}

function rankRegion(location: CandidateLocation, to: Destination | null): number {
  if (to === null || to.country_code === "" || location.country_code !== to.country_code) return 2;
  return to.province_code !== "" && location.province_code === to.province_code ? 0 : 1;
}

/**
 * Sort locations, the best one to ship from first: by distance where both the location and the destination have
 * coordinates, then the others; within these by the same province, the same country, the primary one, and id.
 */
export function rankLocations(
  locations: readonly CandidateLocation[],
  to: Destination | null,
): CandidateLocation[] {
  const key = (location: CandidateLocation) => [
    computeKilometers(location, to) ?? Number.POSITIVE_INFINITY,
    rankRegion(location, to),
    location.is_primary ? 0 : 1,
    location.id,
  ];
  const compare = (a: number[], b: number[]): number => {
    const index = a.findIndex((value, position) => value !== b[position]);
    return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
  };
  return locations
    .map((location) => ({ location, key: key(location) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ location }) => location);
}

// Tracks the remaining units of each level while lines take units from it.
function createRemainingStock(available: AvailableLookup) {
  const taken = new Map<string, number>();
  const left = (variant: number, location: number): number | null => {
    const stocked = available(variant, location);
    return stocked === null ? null : stocked - (taken.get(`${variant} ${location}`) ?? 0);
  };
  return {
    left,
    take(variant: number, location: number, quantity: number) {
      const key = `${variant} ${location}`;
      taken.set(key, (taken.get(key) ?? 0) + quantity);
    },
  };
}

function canShipAll(
  demands: readonly Demand[],
  location: CandidateLocation,
  available: AvailableLookup,
): boolean {
  const remaining = createRemainingStock(available);
  return demands.every(({ variant_id, quantity }) => {
    if (variant_id === null) return true;
    const left = remaining.left(variant_id, location.id);
    remaining.take(variant_id, location.id, quantity);
    return left !== null && left >= quantity;
  });
}

function splitDemands(
  demands: readonly Demand[],
  ranked: readonly CandidateLocation[],
  available: AvailableLookup,
) {
  const remaining = createRemainingStock(available);
  const allocations: Allocation[] = [];
  const missing: Missing[] = [];
  for (const { line, quantity, variant_id, is_guarded } of demands) {
    if (variant_id === null) continue;
    let needed = quantity;
    let allocated = 0;
    for (const { id } of ranked) {
      const part = Math.min(needed, Math.max(0, remaining.left(variant_id, id) ?? 0));
      if (part === 0) continue;
      allocations.push({ line, location_id: id, quantity: part });
      remaining.take(variant_id, id, part);
      needed -= part;
      allocated += part;
    }
    if (needed === 0) continue;
    if (is_guarded) missing.push({ line, available: allocated });
    // Units beyond the stock are oversold at the best location that stocks the variant.
    const oversoldLocation = ranked.find(({ id }) => available(variant_id, id) !== null) ?? ranked[0];
    if (!is_guarded && oversoldLocation) {
      remaining.take(variant_id, oversoldLocation.id, needed);
      const known = allocations.find(
        (allocation) => allocation.line === line && allocation.location_id === oversoldLocation.id,
      );
      if (known) known.quantity += needed;
      else allocations.push({ line, location_id: oversoldLocation.id, quantity: needed });
    }
  }
  return { allocations, missing };
}

/**
 * Choose the locations that an order's units are taken from: the first ranked one that has all of them.
 * If none has, the units are split, each line taking what it can in rank order. Untracked lines ship with the rest.
 * @param ranked at least one
 */
export function chooseLocations(
  demands: readonly Demand[],
  ranked: readonly CandidateLocation[],
  available: AvailableLookup,
): { allocations: Allocation[]; missing: Missing[] } {
  const singleLocation = ranked.find((location) => canShipAll(demands, location, available));
  const allocateAll = (location_id: number) =>
    demands.map(({ line, quantity }) => ({ line, location_id, quantity }));
  if (singleLocation) return { allocations: allocateAll(singleLocation.id), missing: [] };
  const { allocations, missing } = splitDemands(demands, ranked, available);
  const mainLocationId = allocations[0]?.location_id ?? ranked[0]?.id ?? 0;
  const others = demands.filter(({ variant_id }) => variant_id === null);
  return {
    allocations: [
      ...allocations,
      ...others.map(({ line, quantity }) => ({ line, location_id: mainLocationId, quantity })),
    ],
    missing,
  };
}

/** A place that stock can be sent from. */
export interface Place {
  id: number;
  is_primary: boolean;
  country_code: string;
  province_code: string;
  latitude: number | null;
  longitude: number | null;
}

/** Where an order goes to. */
export interface Destination {
  country_code: string;
  province_code: string;
  latitude: number | null;
  longitude: number | null;
}

/** Units that are to be taken from somewhere. */
export interface Demand {
  /** The line's place in the order. */
  line: number;
  quantity: number;
  /** Null: nothing is taken from stock, and it can be sent from anywhere. */
  variant_id: number | null;
  /** Whether only what is there can be taken. */
  is_guarded: boolean;
}

/** Units of a line that one location sends. */
export interface Allocation {
  line: number;
  location_id: number;
  quantity: number;
}

/** Units of guarded lines that no location has. */
export interface Missing {
  line: number;
  /** What all locations have together. */
  left_over: number;
}

/** What is available of a variant at a location; null where it is not stocked there. */
export type Available = (variantId: number, locationId: number) => number | null;

const earthRadius = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres between two points on the globe (haversine). */
function distance(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const high = Math.sin(radians(b.latitude - a.latitude) / 2);
  const wide = Math.sin(radians(b.longitude - a.longitude) / 2);
  const chord = high ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * wide ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function kilometres(place: Place, to: Destination | null): number | null {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return null;
  if (to === null || to.latitude === null || to.longitude === null) return null;
  return distance({ latitude, longitude }, { latitude: to.latitude, longitude: to.longitude });
}

function nearness(place: Place, to: Destination | null): number {
  if (to === null || to.country_code === "" || place.country_code !== to.country_code) return 2;
  return to.province_code !== "" && place.province_code === to.province_code ? 0 : 1;
}

/**
 * Locations, the best to send from first: by distance where both it and the destination have coordinates, and these before
 * those that have none; then those in the same province, in the same country, the primary one, and by id.
 */
export function rankLocations(places: readonly Place[], to: Destination | null): Place[] {
  const key = (place: Place) => [
    kilometres(place, to) ?? Number.POSITIVE_INFINITY,
    nearness(place, to),
    place.is_primary ? 0 : 1,
    place.id,
  ];
  const compare = (a: number[], b: number[]): number => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
  };
  return places
    .map((place) => ({ place, key: key(place) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ place }) => place);
}

// What is left at each level while lines take from it.
function createShelf(available: Available) {
  const taken = new Map<string, number>();
  const left = (variant: number, place: number): number | null => {
    const had = available(variant, place);
    return had === null ? null : had - (taken.get(`${variant} ${place}`) ?? 0);
  };
  return {
    left,
    take(variant: number, place: number, quantity: number) {
      const key = `${variant} ${place}`;
      taken.set(key, (taken.get(key) ?? 0) + quantity);
    },
  };
}

function hasAll(demands: readonly Demand[], place: Place, available: Available): boolean {
  const shelf = createShelf(available);
  return demands.every(({ variant_id, quantity }) => {
    if (variant_id === null) return true;
    const left = shelf.left(variant_id, place.id);
    shelf.take(variant_id, place.id, quantity);
    return left !== null && left >= quantity;
  });
}

function split(demands: readonly Demand[], ranked: readonly Place[], available: Available) {
  const shelf = createShelf(available);
  const allocations: Allocation[] = [];
  const missing: Missing[] = [];
  for (const { line, quantity, variant_id, is_guarded } of demands) {
    if (variant_id === null) continue;
    let wanted = quantity;
    let found = 0;
    for (const { id } of ranked) {
      const part = Math.min(wanted, Math.max(0, shelf.left(variant_id, id) ?? 0));
      if (part === 0) continue;
      allocations.push({ line, location_id: id, quantity: part });
      shelf.take(variant_id, id, part);
      wanted -= part;
      found += part;
    }
    if (wanted === 0) continue;
    if (is_guarded) missing.push({ line, left_over: found });
    // What nobody has is owed by the best location that stocks the variant.
    const owing = ranked.find(({ id }) => available(variant_id, id) !== null) ?? ranked[0];
    if (!is_guarded && owing) {
      shelf.take(variant_id, owing.id, wanted);
      const known = allocations.find((one) => one.line === line && one.location_id === owing.id);
      if (known) known.quantity += wanted;
      else allocations.push({ line, location_id: owing.id, quantity: wanted });
    }
  }
  return { allocations, missing };
}

/**
 * Chooses where an order's units are taken from: the first location of the ranking that has all of them; without one they
 * are split, each line taking what it can from the first locations. What is taken from no stock goes with the rest.
 * @param ranked at least one
 */
export function chooseLocations(
  demands: readonly Demand[],
  ranked: readonly Place[],
  available: Available,
): { allocations: Allocation[]; missing: Missing[] } {
  const whole = ranked.find((place) => hasAll(demands, place, available));
  const all = (location_id: number) => demands.map(({ line, quantity }) => ({ line, location_id, quantity }));
  if (whole) return { allocations: all(whole.id), missing: [] };
  const { allocations, missing } = split(demands, ranked, available);
  const home = allocations[0]?.location_id ?? ranked[0]?.id ?? 0;
  const others = demands.filter(({ variant_id }) => variant_id === null);
  return {
    allocations: [
      ...allocations,
      ...others.map(({ line, quantity }) => ({ line, location_id: home, quantity })),
    ],
    missing,
  };
}

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
  line_index: number;
  quantity: number;
  /** Null if the line uses no stock, so that any location can ship it. */
  variant_id: number | null;
  /** Whether the line may use only available units and cannot be oversold. */
  cannot_oversell: boolean;
}

/** Units of a line that one location ships. */
export interface Allocation {
  line_index: number;
  location_id: number;
  quantity: number;
}

/** A line that may use only available units, but needs more than all locations together have. */
export interface Shortage {
  line_index: number;
  /** The available units of all locations together. */
  available: number;
}

/** Returns the available units of a variant at a location, or null if the variant is not stocked there. */
export type AvailableLookup = (variantId: number, locationId: number) => number | null;

const earthRadiusKm = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Compute the kilometers between two points on the globe (haversine). */
function computeDistance(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const sinLatitude = Math.sin(toRadians(b.latitude - a.latitude) / 2);
  const sinLongitude = Math.sin(toRadians(b.longitude - a.longitude) / 2);
  const cosines = Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude));
  const chord = sinLatitude ** 2 + cosines * sinLongitude ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function computeDistanceOrNull(location: CandidateLocation, destination: Destination | null): number | null {
  const { latitude, longitude } = location;
  if (latitude === null || longitude === null) return null;
  if (destination === null || destination.latitude === null || destination.longitude === null) return null;
  return computeDistance(
    { latitude, longitude },
    { latitude: destination.latitude, longitude: destination.longitude },
  );
}

/** Return 0 for a location in the destination's province, 1 for one elsewhere in its country, and 2 for any other. */
function rankRegion(location: CandidateLocation, destination: Destination | null): number {
  if (destination === null || destination.country_code === "") return 2;
  const { country_code, province_code } = destination;
  if (location.country_code !== country_code) return 2;
  return province_code !== "" && location.province_code === province_code ? 0 : 1;
}

/**
 * Sort locations so that the best one to ship from is first. Locations whose distance to the destination is known come
 * first, by distance. Locations with an equal or unknown distance are sorted by region (the destination's province, its
 * country, other countries), then the primary location comes first, then by id.
 */
export function rankLocations(
  locations: readonly CandidateLocation[],
  destination: Destination | null,
): CandidateLocation[] {
  const getSortKey = (location: CandidateLocation) => [
    computeDistanceOrNull(location, destination) ?? Number.POSITIVE_INFINITY,
    rankRegion(location, destination),
    location.is_primary ? 0 : 1,
    location.id,
  ];
  const compare = (a: number[], b: number[]): number => {
    const index = a.findIndex((value, position) => value !== b[position]);
    return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
  };
  return locations
    .map((location) => ({ location, key: getSortKey(location) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ location }) => location);
}

/** Create a tracker of the units of each variant that remain at each location while order lines are allocated. */
function createRemainingStock(lookUpAvailable: AvailableLookup) {
  const allocatedUnits = new Map<string, number>();
  return {
    getRemaining(variant: number, location: number): number | null {
      const available = lookUpAvailable(variant, location);
      return available === null ? null : available - (allocatedUnits.get(`${variant} ${location}`) ?? 0);
    },
    subtract(variant: number, location: number, quantity: number) {
      const key = `${variant} ${location}`;
      allocatedUnits.set(key, (allocatedUnits.get(key) ?? 0) + quantity);
    },
  };
}

function canShipAll(
  demands: readonly Demand[],
  location: CandidateLocation,
  lookUpAvailable: AvailableLookup,
): boolean {
  const stock = createRemainingStock(lookUpAvailable);
  return demands.every(({ variant_id, quantity }) => {
    if (variant_id === null) return true;
    const remaining = stock.getRemaining(variant_id, location.id);
    stock.subtract(variant_id, location.id, quantity);
    return remaining !== null && remaining >= quantity;
  });
}

function splitDemands(
  demands: readonly Demand[],
  rankedLocations: readonly CandidateLocation[],
  lookUpAvailable: AvailableLookup,
) {
  const stock = createRemainingStock(lookUpAvailable);
  const allocations: Allocation[] = [];
  const shortages: Shortage[] = [];
  for (const { line_index, quantity, variant_id, cannot_oversell } of demands) {
    if (variant_id === null) continue;
    let neededUnits = quantity;
    let allocatedUnits = 0;
    for (const { id } of rankedLocations) {
      const usableUnits = Math.min(neededUnits, Math.max(0, stock.getRemaining(variant_id, id) ?? 0));
      if (usableUnits === 0) continue;
      allocations.push({ line_index, location_id: id, quantity: usableUnits });
      stock.subtract(variant_id, id, usableUnits);
      neededUnits -= usableUnits;
      allocatedUnits += usableUnits;
    }
    if (neededUnits === 0) continue;
    if (cannot_oversell) shortages.push({ line_index, available: allocatedUnits });
    // Units beyond the stock are oversold at the best location that stocks the variant.
    const oversoldLocation =
      rankedLocations.find(({ id }) => lookUpAvailable(variant_id, id) !== null) ?? rankedLocations[0];
    if (!cannot_oversell && oversoldLocation) {
      stock.subtract(variant_id, oversoldLocation.id, neededUnits);
      const allocation = allocations.find(
        (candidate) => candidate.line_index === line_index && candidate.location_id === oversoldLocation.id,
      );
      if (allocation) allocation.quantity += neededUnits;
      else allocations.push({ line_index, location_id: oversoldLocation.id, quantity: neededUnits });
    }
  }
  return { allocations, shortages };
}

/**
 * Choose the locations that ship an order's units: the best-ranked location that has all of them. If no location has
 * all units, each line is allocated from the locations in rank order. Lines that use no stock ship from the location of
 * the first allocation.
 * @param rankedLocations at least one location, the best one first
 */
export function chooseLocations(
  demands: readonly Demand[],
  rankedLocations: readonly CandidateLocation[],
  lookUpAvailable: AvailableLookup,
): { allocations: Allocation[]; shortages: Shortage[] } {
  const singleLocation = rankedLocations.find((location) => canShipAll(demands, location, lookUpAvailable));
  const allocateAll = (location_id: number) =>
    demands.map(({ line_index, quantity }) => ({ line_index, location_id, quantity }));
  if (singleLocation) return { allocations: allocateAll(singleLocation.id), shortages: [] };
  const { allocations, shortages } = splitDemands(demands, rankedLocations, lookUpAvailable);
  const mainLocationId = allocations[0]?.location_id ?? rankedLocations[0]?.id ?? 0;
  const untrackedDemands = demands.filter(({ variant_id }) => variant_id === null);
  return {
    allocations: [
      ...allocations,
      ...untrackedDemands.map(({ line_index, quantity }) => ({
        line_index,
        location_id: mainLocationId,
        quantity,
      })),
    ],
    shortages,
  };
}

import { Type } from "typebox";
import {
  countLocationsExample,
  createLocationExample,
  deleteLocationExample,
  getLocationByCodeExample,
  getLocationExample,
  listLocationsExample,
  updateLocationExample,
} from "../examples/location.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { location, locationCreate, locationUpdate } from "../schemas/location.ts";

const readLocations = {
  surface: "3.0",
  caller: "token",
  scopes: [["read_shipping", "read_products", "write_locations"]],
  method: "GET",
} as const;

const byOffset = { kind: "date", reading: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  code: { kind: "text", maxLength: 64, description: "The location with this code; case does not count." },
  is_active: { kind: "boolean", description: "Only those that are active, or only those that are not." },
  is_primary: { kind: "boolean", description: "Only the primary location, or all others." },
  updated_at_min: { ...byOffset, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...byOffset, edge: "max", description: "Changed at or before." },
  created_at_min: { ...byOffset, edge: "min", description: "Made at or after." },
  created_at_max: { ...byOffset, edge: "max", description: "Made at or before." },
} as const;

const listLocations = operation({
  ...readLocations,
  id: "locations.list",
  path: "/locations.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
  },
  answer: listOf("locations", location),
  refusals: ["invalid"],
  summary: "List locations",
  badge: "documented",
  clauses: ["INV-9", "LST-1"],
  example: listLocationsExample,
});

const countLocations = operation({
  ...readLocations,
  id: "locations.count",
  path: "/locations/count.json",
  params: noParams,
  query: filters,
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count locations",
  badge: "decided",
  clauses: [],
  example: countLocationsExample,
});

const getLocation = operation({
  ...readLocations,
  id: "locations.get",
  path: "/locations/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: Type.Object({ location }),
  refusals: ["not_found"],
  summary: "Get a location",
  badge: "decided",
  clauses: ["WHK-14"],
  example: getLocationExample,
});

const getLocationByCode = operation({
  ...readLocations,
  id: "locations.get_by_code",
  path: "/locations/code/:code.json",
  params: Type.Object({ code: Type.String({ maxLength: 64, description: "Case does not count." }) }),
  query: { fields: listParameters.fields },
  answer: Type.Object({ location }),
  refusals: ["not_found"],
  summary: "Get a location by its code",
  badge: "decided",
  clauses: [],
  example: getLocationByCodeExample,
});

const writeLocations = {
  surface: "3.0",
  caller: "token",
  scopes: [["write_locations"]],
  query: {},
  badge: "decided",
} as const;

const createLocation = operation({
  ...writeLocations,
  id: "locations.create",
  method: "POST",
  path: "/locations.json",
  params: noParams,
  body: locationCreate,
  wrapper: "location",
  answer: Type.Object({ location }),
  refusals: ["invalid"],
  topics: ["location/create", "location/update"],
  summary: "Create a location",
  description:
    "Without a code, one is made from the name. With is_primary true it takes that from the former primary location, " +
    "which location/update tells (INV-9).",
  clauses: ["INV-9", "WHK-14"],
  example: createLocationExample,
});

const updateLocation = operation({
  ...writeLocations,
  id: "locations.update",
  method: "PUT",
  path: "/locations/:id.json",
  params: idParam,
  body: locationUpdate,
  wrapper: "location",
  answer: Type.Object({ location }),
  refusals: ["not_found", "invalid"],
  topics: ["location/update"],
  summary: "Change a location",
  description:
    "Only the fields that are sent are changed; what is already as asked changes nothing and sends nothing. Making it " +
    "primary takes that from the former primary location, and both are told by location/update. The primary location " +
    "can neither be made inactive nor be told that it is not primary: make another one primary instead.",
  clauses: ["INV-9", "WHK-14"],
  example: updateLocationExample,
});

const deleteLocation = operation({
  ...writeLocations,
  id: "locations.delete",
  method: "DELETE",
  path: "/locations/:id.json",
  params: idParam,
  answer: nothing,
  refusals: ["not_found", "conflict"],
  topics: ["location/delete"],
  summary: "Delete a location",
  description:
    "Its empty inventory levels go with it. Refused (409) for the primary location, for one where any of the four " +
    "quantities of a level is not 0, and for one that open purchase orders or transfers lead to or from. So " +
    "is one from which orders are still to be sent, or were sent by fulfillments that are neither delivered nor cancelled.",
  clauses: ["INV-9"],
  example: deleteLocationExample,
});

export const locationOperations = {
  listLocations,
  countLocations,
  getLocation,
  getLocationByCode,
  createLocation,
  updateLocation,
  deleteLocation,
} as const;

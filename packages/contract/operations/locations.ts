import { Type } from "typebox";
import { locationViewRights } from "../access/rights.ts";
import {
  countLocationsExample,
  createLocationExample,
  deleteLocationExample,
  getLocationByCodeExample,
  getLocationExample,
  listLocationsExample,
  updateLocationExample,
} from "../examples/location.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { location, locationCreate, locationUpdate } from "../schemas/location.ts";

const readLocations = {
  surface: "3.0",
  auth: "token",
  scopes: [["read_shipping", "read_products", "write_locations"]],
  rights: [locationViewRights],
  method: "GET",
} as const;

const dateFilter = { kind: "date", timezone: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  code: {
    kind: "text",
    maxLength: 64,
    description: "Returns the location with this code (case-insensitive).",
  },
  is_active: { kind: "boolean", description: "`true` returns active locations, `false` inactive ones." },
  is_primary: { kind: "boolean", description: "`true` returns the primary location, `false` all others." },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

const listLocations = defineOperation({
  ...readLocations,
  id: "locations.list",
  path: "/locations.json",
  params: noParams,
  query: {
    ...listParameters,
    ...filters,
    sort: { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" },
  },
  response: createListSchema("locations", location),
  errors: ["invalid"],
  summary: "List locations",
  definedBy: "interface",
  clauses: ["INV-9", "LST-1"],
  example: listLocationsExample,
});

const countLocations = defineOperation({
  ...readLocations,
  id: "locations.count",
  path: "/locations/count.json",
  params: noParams,
  query: filters,
  response: countResponse,
  errors: ["invalid"],
  summary: "Count locations",
  definedBy: "souk",
  clauses: [],
  example: countLocationsExample,
});

const getLocation = defineOperation({
  ...readLocations,
  id: "locations.get",
  path: "/locations/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  response: Type.Object({ location }),
  errors: ["not_found"],
  summary: "Get a location",
  definedBy: "souk",
  clauses: ["WHK-14"],
  example: getLocationExample,
});

const getLocationByCode = defineOperation({
  ...readLocations,
  id: "locations.get_by_code",
  path: "/locations/code/:code.json",
  params: Type.Object({
    code: Type.String({ maxLength: 64, description: "Location code (case-insensitive)." }),
  }),
  query: { fields: listParameters.fields },
  response: Type.Object({ location }),
  errors: ["not_found"],
  summary: "Get a location by code",
  definedBy: "souk",
  clauses: [],
  example: getLocationByCodeExample,
});

const writeLocations = {
  surface: "3.0",
  auth: "token",
  scopes: [["write_locations"]],
  rights: [["locations.edit"]],
  query: {},
  definedBy: "souk",
} as const;

const createLocation = defineOperation({
  ...writeLocations,
  id: "locations.create",
  method: "POST",
  path: "/locations.json",
  params: noParams,
  body: locationCreate,
  wrapper: "location",
  response: Type.Object({ location }),
  errors: ["invalid"],
  topics: ["location/create", "location/update"],
  summary: "Create a location",
  description:
    "Generates a code from the name if `code` is omitted. If `is_primary` is `true`, the former primary location " +
    "stops being primary and `location/update` is emitted for it.",
  clauses: ["INV-9", "WHK-14"],
  example: createLocationExample,
});

const updateLocation = defineOperation({
  ...writeLocations,
  id: "locations.update",
  method: "PUT",
  path: "/locations/:id.json",
  params: idParam,
  body: locationUpdate,
  wrapper: "location",
  response: Type.Object({ location }),
  errors: ["not_found", "invalid"],
  topics: ["location/update"],
  summary: "Update a location",
  description:
    "Omitted fields are left unchanged; an update without changes emits no event. If `is_primary` is `true`, the " +
    "former primary location stops being primary and `location/update` is emitted for both. The primary location " +
    "cannot be deactivated, and its `is_primary` cannot be set to `false`. Make another location primary instead.",
  clauses: ["INV-9", "WHK-14"],
  example: updateLocationExample,
});

const deleteLocation = defineOperation({
  ...writeLocations,
  id: "locations.delete",
  method: "DELETE",
  path: "/locations/:id.json",
  params: idParam,
  response: emptyObject,
  errors: ["not_found", "conflict"],
  topics: ["location/delete"],
  summary: "Delete a location",
  description:
    "Deletes the location and its empty inventory levels. A location cannot be deleted (409) if it is the primary " +
    "location, if one of its levels has a quantity other than 0, if open purchase orders or transfers use it, if " +
    "it has orders still to ship, or if it has fulfillments that are neither delivered nor canceled.",
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

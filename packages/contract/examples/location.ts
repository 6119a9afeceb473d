import type { Example } from "../operation.ts";
import { getExampleValues } from "../schemas/field-table.ts";
import { locationFields } from "../schemas/location-fields.ts";
import { buildListResponse } from "./list.ts";

const { code, ...fields } = getExampleValues(locationFields);

const location = {
  id: 1,
  location_id: 1,
  code,
  name: "Main location",
  ...fields,
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const createBody = {
  name: "Penang outlet",
  code: "PG-01",
  address1: "88 Lebuh Chulia",
  city: "George Town",
  country_code: "MY",
  zip: "10200",
  latitude: 5.417312,
  longitude: 100.338211,
  enabled_pickup: true,
};

const outlet = { ...location, ...createBody, id: 3, location_id: 3, is_primary: false };

export const listLocationsExample: Example = { response: buildListResponse("locations", location) };

export const countLocationsExample: Example = { query: { is_active: "true" }, response: { count: 3 } };

export const getLocationExample: Example = { params: { id: 1 }, response: { location } };

export const getLocationByCodeExample: Example = { params: { code: "main" }, response: { location } };

export const createLocationExample: Example = {
  body: { location: createBody },
  response: { location: outlet },
};

export const updateLocationExample: Example = {
  params: { id: 3 },
  body: { location: { phone: "+60 4-261 0000", is_active: false } },
  response: { location: { ...outlet, phone: "+60 4-261 0000", is_active: false } },
};

export const deleteLocationExample: Example = { params: { id: 3 }, response: {} };

import type { Example } from "../operation.ts";
import { cursorListExample, listExample } from "./list.ts";

const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

const location = {
  id: 1,
  location_id: 1,
  code: "main",
  name: "Main location",
  address1: "12 Jalan Masjid India",
  address2: "",
  city: "Kuala Lumpur",
  province_code: "",
  country_code: "MY",
  zip: "50100",
  phone: "",
  email: "",
  latitude: null,
  longitude: null,
  is_primary: true,
  enabled_pickup: false,
  is_active: true,
  ...written,
};

const level = {
  id: 3,
  variant_id: 2,
  location_id: 1,
  inventory_quantity: 12,
  committed_inventory_quantity: 2,
  incoming_inventory_quantity: 0,
  reserved_inventory_quantity: 0,
  ...written,
};

export const listLocationsExample: Example = { answer: listExample("locations", location) };

export const countLocationsExample: Example = { answer: { count: 3 } };

export const getLocationExample: Example = { params: { id: 1 }, answer: { location } };

export const listLevelsExample: Example = {
  query: { variant_ids: "2,3", location_ids: "1" },
  answer: cursorListExample("inventory_levels", level),
};

export const countLevelsExample: Example = { query: { location_ids: "1" }, answer: { count: 2 } };

export const setLevelExample: Example = {
  body: { variant_id: 2, location_id: 1, quantity: 12, reason: "stocktake" },
  answer: { inventory_level: level },
};

export const adjustLevelExample: Example = {
  body: { variant_id: 2, location_id: 1, adjustment_quantity: -1, reference: "POS-1042" },
  answer: { inventory_level: { ...level, inventory_quantity: 11 } },
};

import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

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
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const penang = {
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

const outlet = { ...location, ...penang, id: 3, location_id: 3, is_primary: false };

export const listLocationsExample: Example = { answer: listExample("locations", location) };

export const countLocationsExample: Example = { query: { is_active: "true" }, answer: { count: 3 } };

export const getLocationExample: Example = { params: { id: 1 }, answer: { location } };

export const getLocationByCodeExample: Example = { params: { code: "main" }, answer: { location } };

export const createLocationExample: Example = {
  body: { location: penang },
  answer: { location: outlet },
};

export const updateLocationExample: Example = {
  params: { id: 3 },
  body: { location: { phone: "+60 4-261 0000", is_active: false } },
  answer: { location: { ...outlet, phone: "+60 4-261 0000", is_active: false } },
};

export const deleteLocationExample: Example = { params: { id: 3 }, answer: {} };

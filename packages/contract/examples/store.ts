import type { Example } from "../operation.ts";

const store = {
  id: 1,
  name: "Kedai Rotan",
  handle: "demo",
  domain: "demo.souk.example",
  email: "owner@souk.example",
  phone: "+60 3-2691 0000",
  address1: "12 Jalan Masjid India",
  address2: "",
  city: "Kuala Lumpur",
  province_code: "14",
  zip: "50100",
  country_code: "MY",
  currency_code: "MYR",
  currencies: ["MYR"],
  timezone: "Asia/Kuala_Lumpur",
  locale: "en",
  plan_name: "standard",
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

export const getStoreExample: Example = { response: { store } };

export const updateStoreExample: Example = {
  body: { store: { name: "Kedai Rotan", city: "Kuala Lumpur" } },
  response: { store },
};

import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

/** What is sent of the address of a new customer. */
export const homeSent = {
  first_name: "Aisyah",
  last_name: "Rahman",
  address1: "12 Jalan Masjid India",
  city: "Kuala Lumpur",
  zip: "50100",
  province: "Kuala Lumpur",
  country: "Malaysia",
  country_code: "MY",
};

const blank = {
  first_name: "",
  last_name: "",
  company: "",
  phone: "",
  email: "",
  address1: "",
  address2: "",
  city: "",
  zip: "",
  district: "",
  province: "",
  province_code: "",
  country: "",
  country_code: "",
  latitude: null,
  longitude: null,
};

/** The same as apps see it on a parcel. */
export const homeParcel = { ...blank, ...homeSent };

/** The same as it is answered. */
export const home = { id: 1, customer_id: 2, ...blank, ...homeSent, is_default: true, ...written };

const officeSent = {
  company: "Kedai Rotan",
  address1: "88 Lebuh Chulia",
  city: "George Town",
  zip: "10200",
  country: "Malaysia",
  country_code: "MY",
};
const office = { id: 2, customer_id: 2, ...blank, ...officeSent, is_default: false, ...written };

const ofCustomer = { customer_id: 2 };
const ofOffice = { customer_id: 2, id: 2 };

/** The examples of addresses, on the customer whom an earlier example makes. */
export const customerAddressExamples = {
  create: { params: ofCustomer, body: { address: officeSent }, answer: { address: office } },
  list: { params: ofCustomer, answer: listExample("addresses", home) },
  count: { params: ofCustomer, answer: { count: 2 } },
  get: { params: ofOffice, answer: { address: office } },
  update: {
    params: ofOffice,
    body: { address: { phone: "+60 4-261 0000" } },
    answer: { address: { ...office, phone: "+60 4-261 0000" } },
  },
  setDefault: {
    params: ofOffice,
    answer: { address: { ...office, phone: "+60 4-261 0000", is_default: true } },
  },
  delete: { params: ofOffice, answer: {} },
} satisfies Record<string, Example>;

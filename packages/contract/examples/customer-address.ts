import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const written = { created_at: "2026-11-02T09:15:04.120+08:00", updated_at: "2026-11-20T16:46:38.000+08:00" };

/** Request fields of the address of a new customer. */
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

/** Address of a parcel, as apps receive it. */
export const homeParcel = { ...blank, ...homeSent };

/** Address as it is returned. */
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

/** Examples of customer addresses, for the customer whom an earlier example creates. */
export const customerAddressExamples = {
  create: { params: ofCustomer, body: { address: officeSent }, response: { address: office } },
  list: { params: ofCustomer, response: listExample("addresses", home) },
  count: { params: ofCustomer, response: { count: 2 } },
  get: { params: ofOffice, response: { address: office } },
  update: {
    params: ofOffice,
    body: { address: { phone: "+60 4-261 0000" } },
    response: { address: { ...office, phone: "+60 4-261 0000" } },
  },
  setDefault: {
    params: ofOffice,
    response: { address: { ...office, phone: "+60 4-261 0000", is_default: true } },
  },
  delete: { params: ofOffice, response: {} },
} satisfies Record<string, Example>;

import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

/** Home address of a customer, as a request contains it. */
export const homeInput = {
  first_name: "Aisyah",
  last_name: "Rahman",
  address1: "12 Jalan Masjid India",
  city: "Kuala Lumpur",
  zip: "50100",
  province: "Kuala Lumpur",
  country: "Malaysia",
  country_code: "MY",
};

const emptyAddress = {
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

/** Home address as the destination of a parcel, as apps receive it. */
export const homeDestination = { ...emptyAddress, ...homeInput };

/** Home address of a customer, as a response contains it. */
export const homeAddress = {
  id: 1,
  customer_id: 2,
  ...emptyAddress,
  ...homeInput,
  is_default: true,
  ...timestamps,
};

const officeInput = {
  company: "Kedai Rotan",
  address1: "88 Lebuh Chulia",
  city: "George Town",
  zip: "10200",
  country: "Malaysia",
  country_code: "MY",
};
const office = { id: 2, customer_id: 2, ...emptyAddress, ...officeInput, is_default: false, ...timestamps };

const customerParams = { customer_id: 2 };
const officeParams = { customer_id: 2, id: 2 };

/** Examples of customer addresses. Their customer is created by an earlier example. */
export const customerAddressExamples = {
  create: { params: customerParams, body: { address: officeInput }, response: { address: office } },
  list: { params: customerParams, response: buildListResponse("addresses", homeAddress) },
  count: { params: customerParams, response: { count: 2 } },
  get: { params: officeParams, response: { address: office } },
  update: {
    params: officeParams,
    body: { address: { phone: "+60 4-261 0000" } },
    response: { address: { ...office, phone: "+60 4-261 0000" } },
  },
  setDefault: {
    params: officeParams,
    response: { address: { ...office, phone: "+60 4-261 0000", is_default: true } },
  },
  delete: { params: officeParams, response: {} },
} satisfies Record<string, Example>;

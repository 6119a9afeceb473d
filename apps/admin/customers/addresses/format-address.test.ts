import assert from "node:assert/strict";
import { test } from "node:test";
import { type Address, formatAddressLines, getAddressName } from "./format-address.ts";

const emptyAddress: Address = {
  id: 1,
  customer_id: 2,
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
  is_default: true,
  created_at: "2026-11-22T10:00:00.000+08:00",
  updated_at: "2026-11-22T10:00:00.000+08:00",
};

test("an address is formatted like a shipping label, without empty lines", () => {
  const address = {
    ...emptyAddress,
    first_name: "Mei",
    last_name: "Tan",
    address1: "12 Jalan Besar",
    zip: "50000",
    city: "Kuala Lumpur",
    province_code: "MY-14",
    country_code: "MY",
    phone: "+60123456789",
  };
  assert.deepEqual(formatAddressLines(address), [
    "Mei Tan",
    "12 Jalan Besar",
    "50000 Kuala Lumpur",
    "MY-14, Malaysia",
    "+60123456789",
  ]);
  assert.equal(getAddressName(address), "12 Jalan Besar, 50000 Kuala Lumpur");
});

test("an address that has neither a street nor a city is named after its company", () => {
  assert.equal(getAddressName({ ...emptyAddress, company: "Sungai Craft" }), "Sungai Craft");
});

test("an empty address is called `Empty address` in the labels of its buttons", () => {
  assert.equal(getAddressName(emptyAddress), "Empty address");
});

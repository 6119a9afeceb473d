/** A copy of the customer as it was when the order was placed. */
export interface CustomerCopy {
  id: number;
  code: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

export interface OrderAddress {
  first_name: string;
  last_name: string;
  company: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  district: string;
  province: string;
  province_code: string;
  country: string;
  country_code: string;
  latitude: number | null;
  longitude: number | null;
}

export interface ShippingFee {
  id: number;
  name: string;
  price: string;
  handling_fee: string;
  courier_name: string;
  store_app_id: string | null;
}

export interface OrderDiscount {
  code: string;
  title: string;
  type: "fixed_amount" | "percentage" | "shipping";
  value: string | null;
  amount: string;
}

export interface TaxLine {
  title: string;
  rate: string | null;
  price: string;
}

export interface SalesAttributions {
  staff: readonly { id: number | null; name: string }[];
  location: readonly { location_id: number; location_name: string }[];
  app_handle: string | null;
}

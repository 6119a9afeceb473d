/** Build the request body of an order with one line per variant, a shipping address and no customer record. */
export function buildThreeLineOrder(variantIds: readonly number[]): object {
  return {
    email: "mei@example.com",
    phone: "+60123456789",
    line_items: variantIds.map((variant_id, index) => ({ variant_id, quantity: index + 1 })),
    shipping_address: {
      first_name: "Mei",
      last_name: "Lim",
      phone: "+60123456789",
      address1: "12 Jalan Tun Razak",
      city: "Kuala Lumpur",
      zip: "50400",
      province: "Kuala Lumpur",
      province_code: "14",
      country: "Malaysia",
      country_code: "MY",
    },
    note: "Leave it with the guard.",
    source_name: "bench",
  };
}

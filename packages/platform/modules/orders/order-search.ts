import type { Order } from "./order-rows.ts";

/** Build the text by which searches find an order. `souk_search_words` lowercases it later. */
export function buildSearchText({ order, lines }: Order): string {
  const { number, email, phone, customer, shipping_address, billing_address, source_identifier, tags } =
    order;
  const people = [customer, shipping_address, billing_address].flatMap((person) =>
    person === null ? [] : [person.first_name, person.last_name, person.phone, person.email],
  );
  const companies = [shipping_address?.company, billing_address?.company];
  const skus = lines.map(({ sku }) => sku);
  const words = [
    `#${number}`,
    String(number),
    email,
    phone,
    customer?.code,
    ...people,
    ...companies,
    ...skus,
    ...tags,
    source_identifier,
  ];
  return [...new Set(words)].filter((word) => word !== undefined && word !== "").join(" ");
}

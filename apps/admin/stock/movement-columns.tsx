import { Anchor, Text } from "@mantine/core";
import { type Column, formatNumber, LongText, PageLink, Timestamp } from "@souk/ui";
import { formatActor } from "../format-actor.ts";
import { formatChange } from "../format-change.ts";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-urls.ts";
import type { Product } from "../product/product-queries.ts";
import { getVariantName } from "../product/variant-name.ts";
import { texts } from "../texts.ts";
import type { Movement } from "./stock-queries.ts";

/**
 * Build the columns of a table of a product's stock movements. The variant column is omitted if there is only one
 * variant.
 */
export function buildMovementColumns(product: Product, locations: readonly Location[]): Column<Movement>[] {
  const words = texts.stock.movements;
  const variantColumn: Column<Movement> = {
    id: "variant",
    header: words.variant,
    cell: ({ variant_id }) => {
      const variant = product.variants.find(({ id }) => id === variant_id);
      return variant ? getVariantName(variant, product) : `#${variant_id}`;
    },
  };
  return [
    { id: "when", header: words.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    ...(product.variants.length > 1 ? [variantColumn] : []),
    {
      id: "location",
      header: words.location,
      cell: ({ location_id }) =>
        locations.find(({ id }) => id === location_id)?.name ?? words.deletedLocation,
    },
    {
      id: "change",
      header: words.change,
      align: "end",
      cell: ({ change }) => <SignedChange change={change} />,
    },
    {
      id: "result",
      header: words.result,
      align: "end",
      cell: ({ resulting_quantity }) => formatNumber(resulting_quantity),
    },
    {
      id: "reason",
      header: words.reason,
      cell: (movement) => (
        <>
          <LongText text={formatReason(movement)} />
          <Reference reference={movement.reference} />
        </>
      ),
    },
    { id: "who", header: words.who, cell: ({ actor }) => formatActor(actor) },
  ];
}

function SignedChange({ change }: { change: number }) {
  return (
    <Text span inherit fw={600} c={change > 0 ? "var(--souk-good)" : "var(--souk-danger)"}>
      {formatChange(change)}
    </Text>
  );
}

/** The pages that list purchase orders and transfers, by the prefix of the numbers of these documents. */
const pagesByPrefix: Readonly<Record<string, "/purchase-orders" | "/transfers">> = {
  PO: "/purchase-orders",
  TR: "/transfers",
};

/** Show a movement's reference, as a link if the reference is the number of a purchase order or transfer. */
function Reference({ reference }: Pick<Movement, "reference">) {
  if (reference === null || reference === "") return null;
  const prefix = /^(PO|TR)-\d+$/.exec(reference)?.[1] ?? "";
  const page = pagesByPrefix[prefix];
  return (
    <Text component="div" size="sm">
      {page === undefined ? (
        <LongText text={reference} />
      ) : (
        <Anchor component={PageLink} inherit to={toStorePage(page, {}, { query: reference })}>
          {reference}
        </Anchor>
      )}
    </Text>
  );
}

/**
 * Format a movement's reason. A label of the changed quantity precedes the reason, except in movements of the available
 * quantity.
 */
function formatReason({ field, reason }: Movement): string {
  const words = texts.stock.movements;
  const fieldLabels: Readonly<Record<string, string>> = words.fields;
  const reasonLabels: Readonly<Record<string, string>> = words.reasons;
  return [fieldLabels[field], reasonLabels[reason] ?? reason]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

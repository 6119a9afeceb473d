import { Anchor, Text } from "@mantine/core";
import { AppLink, type Column, formatNumber, LongText, Timestamp } from "@souk/ui";
import { actorWords } from "../actor-words.ts";
import { formatChange } from "../format-change.ts";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import type { Product } from "../product/product-queries.ts";
import { variantName } from "../product/variant-name.ts";
import { texts } from "../texts.ts";
import type { Movement } from "./stock-queries.ts";

/** Return the columns of a product's movements; without the variant's for a product with one variant. */
export function movementColumns(product: Product, locations: readonly Location[]): Column<Movement>[] {
  const words = texts.stock.movements;
  const variant: Column<Movement> = {
    id: "variant",
    header: words.variant,
    cell: ({ variant_id }) => {
      const found = product.variants.find(({ id }) => id === variant_id);
      return found ? variantName(found, product) : `#${variant_id}`;
    },
  };
  return [
    { id: "when", header: words.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    ...(product.variants.length > 1 ? [variant] : []),
    {
      id: "place",
      header: words.place,
      cell: ({ location_id }) =>
        locations.find(({ id }) => id === location_id)?.name ?? words.deletedLocation,
    },
    { id: "change", header: words.change, align: "end", cell: ({ change }) => <Change change={change} /> },
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
    { id: "who", header: words.who, cell: ({ actor }) => actorWords(actor) },
  ];
}

function Change({ change }: { change: number }) {
  return (
    <Text span inherit fw={600} c={change > 0 ? "var(--souk-good)" : "var(--souk-danger)"}>
      {formatChange(change)}
    </Text>
  );
}

/** The number prefixes of purchase orders and transfers, and where these are listed. */
const documents: Readonly<Record<string, "/purchase-orders" | "/transfers">> = {
  PO: "/purchase-orders",
  TR: "/transfers",
};

/** Show a movement's reference, linked if it has a page. */
function Reference({ reference }: Pick<Movement, "reference">) {
  const list = documents[/^(PO|TR)-\d+$/.exec(reference ?? "")?.[1] ?? ""];
  if (reference === null || reference === "") return null;
  return (
    <Text component="div" size="sm">
      {list === undefined ? (
        <LongText text={reference} />
      ) : (
        <Anchor component={AppLink} inherit to={toStorePage(list, {}, { query: reference })}>
          {reference}
        </Anchor>
      )}
    </Text>
  );
}

function formatReason({ field, reason }: Movement): string {
  const { movements } = texts.stock;
  const fields: Readonly<Record<string, string>> = movements.fields;
  const reasons: Readonly<Record<string, string>> = movements.reasons;
  return [fields[field], reasons[reason] ?? reason]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

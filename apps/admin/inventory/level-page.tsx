import { Stack } from "@mantine/core";
import { EmptyState, PageFrame, QueryBoundary } from "@souk/ui";
import { IconMapPinOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { EditGate } from "../edit-gate.tsx";
import { type Location, useLocations } from "../locations/location-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { type Product, useProduct } from "../product/product-queries.ts";
import { texts } from "../texts.ts";
import { LevelMovements } from "./level-movements.tsx";
import { LevelQuantities } from "./level-quantities.tsx";
import { getFullVariantName } from "./stocked-variant.ts";

/** Show a stock level: its quantities, the available quantity over time, and its movements. */
export function LevelPage() {
  const params = useParams({ strict: false });
  const productQuery = useProduct(Number(params["product_id"]));
  const locationsQuery = useLocations();
  const product = productQuery.data?.product;
  const variant = product?.variants.find(({ id }) => String(id) === params["variant_id"]);
  const location = locationsQuery.data?.find(({ id }) => String(id) === params["location_id"]);
  const title = product && variant ? getFullVariantName({ product, variant }) : texts.inventory.level.loading;
  return (
    <PageFrame
      title={title}
      breadcrumbs={[
        { label: texts.inventory.title, to: toStorePage("/inventory") },
        ...(product ? [{ label: product.title, to: toStorePage("/products/$id", { id: product.id }) }] : []),
      ]}
      {...(location ? { lead: texts.inventory.level.lead({ location: location.name }) } : {})}
    >
      <QueryBoundary query={productQuery} skeleton="table">
        {(response) => (
          <QueryBoundary query={locationsQuery} skeleton="table">
            {() => <LevelDetails product={response.product} variant={variant} location={location} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

interface LevelDetailsProps {
  product: Product;
  variant: Product["variants"][number] | undefined;
  location: Location | undefined;
}

function LevelDetails({ product, variant, location }: LevelDetailsProps) {
  if (!variant || !location)
    return (
      <EmptyState icon={IconMapPinOff} title={texts.inventory.level.missing}>
        {texts.inventory.level.missingText}
      </EmptyState>
    );
  return (
    <Stack gap="lg">
      <EditGate requiredRight="stock.set">
        <LevelQuantities product={product} variant={variant} location={location} />
      </EditGate>
      <LevelMovements product={product} variant={variant} location={location} />
    </Stack>
  );
}

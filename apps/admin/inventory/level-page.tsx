import { Stack } from "@mantine/core";
import { Answered, EmptyState, PageFrame } from "@souk/ui";
import { IconMapPinOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { type Location, useLocations } from "../locations/location-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import { type Product, useProduct } from "../product/product-queries.ts";
import { texts } from "../texts.ts";
import { LevelFigures } from "./level-figures.tsx";
import { LevelMovements } from "./level-movements.tsx";
import { fullName } from "./stocked-variant.ts";

/** Show one level: its quantities, its available quantity over time, and all its movements. */
export function LevelPage() {
  const params = useParams({ strict: false });
  const product = useProduct(Number(params["product_id"]));
  const locations = useLocations();
  const found = product.data?.product;
  const variant = found?.variants.find(({ id }) => String(id) === params["variant_id"]);
  const location = locations.data?.find(({ id }) => String(id) === params["location_id"]);
  const title = found && variant ? fullName({ product: found, variant }) : texts.inventory.level.loading;
  return (
    <PageFrame
      title={title}
      breadcrumbs={[
        { label: texts.inventory.title, to: toStorePage("/inventory") },
        ...(found ? [{ label: found.title, to: toStorePage("/products/$id", { id: found.id }) }] : []),
      ]}
      {...(location ? { lead: texts.inventory.level.lead({ place: location.name }) } : {})}
    >
      <Answered query={product} skeleton="table">
        {(answer) => (
          <Answered query={locations} skeleton="table">
            {() => <Level product={answer.product} variant={variant} location={location} />}
          </Answered>
        )}
      </Answered>
    </PageFrame>
  );
}

interface LevelProps {
  product: Product;
  variant: Product["variants"][number] | undefined;
  location: Location | undefined;
}

function Level({ product, variant, location }: LevelProps) {
  if (!variant || !location)
    return (
      <EmptyState icon={IconMapPinOff} title={texts.inventory.level.missing}>
        {texts.inventory.level.missingText}
      </EmptyState>
    );
  return (
    <Stack gap="lg">
      <LevelFigures product={product} variant={variant} location={location} />
      <LevelMovements product={product} variant={variant} location={location} />
    </Stack>
  );
}

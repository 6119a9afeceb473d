import { Stack } from "@mantine/core";
import { Answered, EmptyState, PageFrame, useStore } from "@souk/ui";
import { IconMapPinOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { type Location, useLocations } from "../locations/location-queries.ts";
import { type Product, useProduct } from "../product/product-queries.ts";
import { LevelFigures } from "./level-figures.tsx";
import { LevelMovements } from "./level-movements.tsx";
import { fullName } from "./stocked-variant.ts";
import { strings } from "./strings.ts";

/** One level: its quantities, what was available over time, and every movement of it. */
export function LevelPage() {
  const { handle } = useStore();
  const params = useParams({ strict: false });
  const product = useProduct(Number(params["product_id"]));
  const locations = useLocations();
  const found = product.data?.product;
  const variant = found?.variants.find(({ id }) => String(id) === params["variant_id"]);
  const location = locations.data?.find(({ id }) => String(id) === params["location_id"]);
  const title = found && variant ? fullName({ product: found, variant }) : strings.level.loading;
  return (
    <PageFrame
      title={title}
      breadcrumbs={[
        { label: strings.title, to: `/${handle}/inventory` },
        ...(found ? [{ label: found.title, to: `/${handle}/products/${found.id}` }] : []),
      ]}
      {...(location ? { lead: strings.level.lead(location.name) } : {})}
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
      <EmptyState icon={IconMapPinOff} title={strings.level.missing}>
        {strings.level.missingText}
      </EmptyState>
    );
  return (
    <Stack gap="lg">
      <LevelFigures product={product} variant={variant} location={location} />
      <LevelMovements product={product} variant={variant} location={location} />
    </Stack>
  );
}

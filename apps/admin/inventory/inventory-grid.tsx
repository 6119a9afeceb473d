import { Anchor, Card } from "@mantine/core";
import { AppLink, formatNumber } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import { ProductImage } from "../products/product-image.tsx";
import classes from "../stock/stock-grid.module.css";
import type { Level } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import { AllPlaces } from "./all-places.tsx";
import own from "./inventory-grid.module.css";
import { getShownVariants, type StockedProduct } from "./inventory-queries.ts";
import { OnePlace } from "./one-place.tsx";
import type { StockedVariant } from "./stocked-variant.ts";

interface InventoryGridProps {
  products: readonly StockedProduct[];
  levels: readonly Level[];
  locations: readonly Location[];
  /** The one location whose quantities are shown; undefined: the available quantity at each location. */
  only: Location | undefined;
  /** Whether the lines are those of the previous query while the next one loads. */
  isOld: boolean;
}

/** Show a line for each variant of a page of products. */
export function InventoryGrid({ products, levels, locations, only, isOld }: InventoryGridProps) {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  const { columns } = texts.inventory;
  const heads = only
    ? [
        columns.available,
        columns.committed,
        columns.incoming,
        columns.reserved,
        columns.online,
        columns.history,
      ]
    : [...locations.map(({ name }) => name), columns.total];
  return (
    <Card mb="md">
      <section className={classes["scroll"]} aria-label={texts.inventory.table} data-old={isOld || undefined}>
        <table className={`${classes["grid"]} ${own["grid"]}`}>
          <thead>
            <tr>
              <th scope="col">{columns.variant}</th>
              {heads.map((head) => (
                <th key={head} scope="col" className={classes["number"]}>
                  <span className={own["clamped"]} title={head}>
                    {head}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((product) =>
              getShownVariants(product).map((variant, place) => {
                const stocked = { product, variant, levels: byVariant.get(variant.id) ?? [] };
                return (
                  <tr key={variant.id} className={place === 0 ? (own["first"] ?? "") : ""}>
                    <VariantHead {...stocked} place={place} />
                    {only ? (
                      <OnePlace {...stocked} location={only} />
                    ) : (
                      <AllPlaces {...stocked} locations={locations} />
                    )}
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** Show the product once, above the first of its variants; a link leads to those not shown. */
function VariantHead({ product, variant, place }: StockedVariant & { place: number }) {
  const { id, title, image_url, variants } = product;
  const shown = getShownVariants(product).length;
  const isLast = place === shown - 1;
  const hidden = variants.length - shown;
  return (
    <th scope="row" className={own["head"]}>
      {place === 0 && (
        <div className={own["product"]}>
          <ProductImage url={image_url} size={32} />
          <Anchor
            component={AppLink}
            to={toStorePage("/products/$id", { id })}
            inherit
            className={own["clamped"] ?? ""}
            title={title}
          >
            {title}
          </Anchor>
        </div>
      )}
      {variants.length > 1 && <div className={own["name"]}>{variant.name ?? variant.sku}</div>}
      <div className={own["sku"]}>{variant.sku === "" ? texts.inventory.noSku : variant.sku}</div>
      {isLast && hidden > 0 && (
        <Anchor component={AppLink} to={toStorePage("/products/$id", { id })} size="sm">
          {texts.inventory.moreVariants({ count: formatNumber(hidden) })}
        </Anchor>
      )}
    </th>
  );
}

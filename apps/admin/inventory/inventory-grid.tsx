import { Anchor, Card } from "@mantine/core";
import { AppLink, formatNumber, useStore } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { ProductPicture } from "../products/product-picture.tsx";
import classes from "../stock/stock-grid.module.css";
import type { Level } from "../stock/stock-queries.ts";
import { AllPlaces } from "./all-places.tsx";
import own from "./inventory-grid.module.css";
import type { StockedProduct } from "./inventory-queries.ts";
import { OnePlace } from "./one-place.tsx";
import { shownVariants } from "./shown-variants.ts";
import type { StockedVariant } from "./stocked-variant.ts";
import { strings } from "./strings.ts";

interface InventoryGridProps {
  products: readonly StockedProduct[];
  levels: readonly Level[];
  locations: readonly Location[];
  /** Every quantity at this one location; undefined: what is available at each of them. */
  only: Location | undefined;
  /** The lines of the former question, while those of the next are on their way. */
  isOld: boolean;
}

/** A line for each variant of a page of products. */
export function InventoryGrid({ products, levels, locations, only, isOld }: InventoryGridProps) {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  const { columns } = strings;
  const heads = only
    ? [
        columns.available,
        columns.committed,
        columns.incoming,
        columns.reserved,
        columns.online,
        columns.history,
      ]
    : [...locations.map(({ name }) => name), columns.sum];
  return (
    <Card mb="md">
      <section className={classes["scroll"]} aria-label={strings.table} data-old={isOld || undefined}>
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
              shownVariants(product).map((variant, place) => {
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

/** The product once, above the first of its variants; what it holds beyond those shown is a link to its page. */
function VariantHead({ product, variant, place }: StockedVariant & { place: number }) {
  const { handle } = useStore();
  const { id, title, image_url, variants } = product;
  const shown = shownVariants(product).length;
  const isLast = place === shown - 1;
  const hidden = variants.length - shown;
  return (
    <th scope="row" className={own["head"]}>
      {place === 0 && (
        <div className={own["product"]}>
          <ProductPicture url={image_url} size={32} />
          <Anchor
            component={AppLink}
            to={`/${handle}/products/${id}`}
            inherit
            className={own["clamped"] ?? ""}
            title={title}
          >
            {title}
          </Anchor>
        </div>
      )}
      {variants.length > 1 && <div className={own["name"]}>{variant.name ?? variant.sku}</div>}
      <div className={own["sku"]}>{variant.sku === "" ? strings.noSku : variant.sku}</div>
      {isLast && hidden > 0 && (
        <Anchor component={AppLink} to={`/${handle}/products/${id}`} size="sm">
          {strings.moreVariants(formatNumber(hidden))}
        </Anchor>
      )}
    </th>
  );
}

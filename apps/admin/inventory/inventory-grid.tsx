import { Anchor, Card } from "@mantine/core";
import { formatNumber, PageLink } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { ProductImage } from "../products/product-image.tsx";
import classes from "../stock/stock-grid.module.css";
import type { Level } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import { AllLocationsCells } from "./all-locations-cells.tsx";
import gridClasses from "./inventory-grid.module.css";
import { getShownVariants, type ListedProduct } from "./inventory-queries.ts";
import { OneLocationCells } from "./one-location-cells.tsx";
import type { StockedVariant } from "./stocked-variant.ts";

interface InventoryGridProps {
  products: readonly ListedProduct[];
  levels: readonly Level[];
  locations: readonly Location[];
  /** The location whose quantities are shown; if undefined, the available quantity at each location is shown. */
  selectedLocation: Location | undefined;
  /** Whether the rows still belong to the previous query while the next one loads. */
  isPreviousData: boolean;
}

/** Show a page of products as a table with a row for each variant. */
export function InventoryGrid({
  products,
  levels,
  locations,
  selectedLocation,
  isPreviousData,
}: InventoryGridProps) {
  const levelsByVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  const { columns } = texts.inventory;
  const headings = selectedLocation
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
      <section
        className={classes["scroll"]}
        aria-label={texts.inventory.table}
        data-stale={isPreviousData || undefined}
      >
        <table className={`${classes["grid"]} ${gridClasses["grid"]}`}>
          <thead>
            <tr>
              <th scope="col">{columns.variant}</th>
              {headings.map((heading) => (
                <th key={heading} scope="col" className={classes["number"]}>
                  <span className={gridClasses["clamped"]} title={heading}>
                    {heading}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((product) =>
              getShownVariants(product).map((variant, index) => {
                const stockedVariant = { product, variant, levels: levelsByVariant.get(variant.id) ?? [] };
                return (
                  <tr key={variant.id} className={index === 0 ? (gridClasses["first"] ?? "") : ""}>
                    <VariantHeading {...stockedVariant} index={index} />
                    {selectedLocation ? (
                      <OneLocationCells {...stockedVariant} location={selectedLocation} />
                    ) : (
                      <AllLocationsCells {...stockedVariant} locations={locations} />
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

/**
 * Show the heading of a variant's row. The first row of a product also shows the product's image and title. The last row
 * of a product links to the product's page if the product has more variants than rows.
 * @param index the variant's position among the product's rows, from 0
 */
function VariantHeading({ product, variant, index }: StockedVariant & { index: number }) {
  const { id, title, image_url, variants } = product;
  const shownCount = getShownVariants(product).length;
  const isLast = index === shownCount - 1;
  const hiddenCount = variants.length - shownCount;
  return (
    <th scope="row" className={gridClasses["head"]}>
      {index === 0 && (
        <div className={gridClasses["product"]}>
          <ProductImage url={image_url} size={32} />
          <Anchor
            component={PageLink}
            to={toStorePage("/products/$id", { id })}
            inherit
            className={gridClasses["clamped"] ?? ""}
            title={title}
          >
            {title}
          </Anchor>
        </div>
      )}
      {variants.length > 1 && <div className={gridClasses["name"]}>{variant.name ?? variant.sku}</div>}
      <div className={gridClasses["sku"]}>{variant.sku === "" ? texts.inventory.noSku : variant.sku}</div>
      {isLast && hiddenCount > 0 && (
        <Anchor component={PageLink} to={toStorePage("/products/$id", { id })} size="sm">
          {texts.inventory.moreVariants({ count: formatNumber(hiddenCount) })}
        </Anchor>
      )}
    </th>
  );
}

import { Text } from "@mantine/core";
import { formatMoney, formatNumber, useStore } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import classes from "../stock/stock-grid.module.css";
import type { Level } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import type { Product, Variant } from "./product-queries.ts";
import { getVariantName } from "./variant-name.ts";

interface StockGridProps {
  product: Product;
  locations: readonly Location[];
  levels: readonly Level[];
}

const sumLevels = (levels: readonly Level[]): number =>
  levels.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0);

/**
 * Show a product's stock as a table with a row for each variant and a column for each location. Stock at a deleted location
 * is included only in the totals.
 */
export function StockGrid({ product, locations, levels }: StockGridProps) {
  return (
    // If the table is wider than the window, this section scrolls. With the keyboard, a person scrolls it by moving the
    // focus to its buttons.
    <section className={classes["scroll"]} aria-label={texts.product.stock.table}>
      <table className={classes["grid"]}>
        <thead>
          <tr>
            <th scope="col">{texts.product.stock.variant}</th>
            {locations.map(({ id, name, is_active }) => (
              <th key={id} scope="col" className={classes["number"]}>
                {name}
                {!is_active && <div className={classes["more"]}>{texts.product.stock.inactive}</div>}
              </th>
            ))}
            <th scope="col" className={classes["number"]}>
              {texts.product.stock.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {product.variants.map((variant) => (
            <VariantRow
              key={variant.id}
              variant={variant}
              product={product}
              locations={locations}
              levels={levels.filter(({ variant_id }) => variant_id === variant.id)}
            />
          ))}
        </tbody>
        {product.variants.length > 1 && <TotalsRow locations={locations} levels={levels} />}
      </table>
    </section>
  );
}

function VariantRow({ variant, product, locations, levels }: StockGridProps & { variant: Variant }) {
  const { currency_code } = useStore();
  const name = getVariantName(variant, product);
  return (
    <tr>
      <th scope="row">
        <div className={classes["name"]}>{name}</div>
        <Text span size="sm" c="dimmed" fw={400}>
          {[variant.sku === name ? "" : variant.sku, formatMoney(variant.price, currency_code)]
            .filter((part) => part !== "")
            .join(" · ")}
        </Text>
      </th>
      {locations.map((location) => (
        <td key={location.id} className={classes["number"]} data-head={location.name}>
          <StockCell
            productId={product.id}
            variant={{ id: variant.id, name, policy: variant.inventory_policy }}
            location={location}
            level={levels.find(({ location_id }) => location_id === location.id)}
          />
        </td>
      ))}
      <td className={classes["sum"]} data-head={texts.product.stock.total}>
        {formatNumber(sumLevels(levels))}
      </td>
    </tr>
  );
}

function TotalsRow({ locations, levels }: Omit<StockGridProps, "product">) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{texts.product.stock.total}</th>
        {locations.map(({ id, name }) => (
          <td key={id} className={classes["sum"]} data-head={name}>
            {formatNumber(sumLevels(levels.filter(({ location_id }) => location_id === id)))}
          </td>
        ))}
        <td className={classes["sum"]} data-head={texts.product.stock.total}>
          {formatNumber(sumLevels(levels))}
        </td>
      </tr>
    </tfoot>
  );
}

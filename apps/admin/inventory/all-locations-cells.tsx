import { formatNumber } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import classes from "../stock/stock-grid.module.css";
import { texts } from "../texts.ts";
import { getFullVariantName, type StockedVariant } from "./stocked-variant.ts";

/** Show the table cells with a variant's available quantity at each location, and the total. All but the total can be edited. */
export function AllLocationsCells(props: StockedVariant & { locations: readonly Location[] }) {
  const { product, variant, levels, locations } = props;
  const cellVariant = { id: variant.id, name: getFullVariantName(props), policy: variant.inventory_policy };
  return (
    <>
      {locations.map((location) => (
        <td key={location.id} className={classes["number"]} data-head={location.name}>
          <StockCell
            productId={product.id}
            variant={cellVariant}
            location={location}
            level={levels.find(({ location_id }) => location_id === location.id)}
          />
        </td>
      ))}
      <td className={classes["sum"]} data-head={texts.inventory.columns.total}>
        {formatNumber(variant.inventory_quantity)}
      </td>
    </>
  );
}

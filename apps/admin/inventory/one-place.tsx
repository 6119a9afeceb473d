import { Anchor } from "@mantine/core";
import { AppLink, formatNumber } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import classes from "../stock/stock-grid.module.css";
import { texts } from "../texts.ts";
import { ReserveCell } from "./reserve-cell.tsx";
import { soldOnline } from "./sold-online.ts";
import { fullName, type StockedVariant } from "./stocked-variant.ts";

/** Show every quantity of a variant at one location; available and reserved can be changed. */
export function OnePlace(props: StockedVariant & { location: Location }) {
  const { product, variant, levels, location } = props;
  const name = fullName(props);
  const level = levels.find(({ location_id }) => location_id === location.id);
  const { columns } = texts.inventory;
  const numbers = [
    { head: columns.committed, count: level?.committed_inventory_quantity ?? 0 },
    { head: columns.incoming, count: level?.incoming_inventory_quantity ?? 0 },
  ];
  const history = toStorePage("/inventory/$product_id/$variant_id/$location_id", {
    product_id: product.id,
    variant_id: variant.id,
    location_id: location.id,
  });
  return (
    <>
      <td className={classes["number"]} data-head={columns.available}>
        <StockCell
          productId={product.id}
          variant={{ id: variant.id, name, policy: variant.inventory_policy }}
          location={location}
          level={level}
          isPlain
        />
      </td>
      {numbers.map(({ head, count }) => (
        <td key={head} className={classes["number"]} data-head={head}>
          {formatNumber(count)}
        </td>
      ))}
      <td className={classes["number"]} data-head={columns.reserved}>
        <ReserveCell
          variant={{ id: variant.id, name }}
          location={location}
          quantity={level?.reserved_inventory_quantity ?? 0}
        />
      </td>
      <td className={classes["sum"]} data-head={columns.online}>
        {formatNumber(soldOnline(level))}
      </td>
      <td className={classes["number"]} data-head={columns.history}>
        <Anchor
          component={AppLink}
          to={history}
          size="sm"
          aria-label={texts.inventory.historyLabel({ variant: name, place: location.name })}
        >
          {texts.inventory.history}
        </Anchor>
      </td>
    </>
  );
}

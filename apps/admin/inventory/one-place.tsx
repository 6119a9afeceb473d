import { Anchor } from "@mantine/core";
import { AppLink, formatNumber, useStore } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import classes from "../stock/stock-grid.module.css";
import { ReserveCell } from "./reserve-cell.tsx";
import { soldOnline } from "./sold-online.ts";
import { fullName, type StockedVariant } from "./stocked-variant.ts";
import { strings } from "./strings.ts";

/** Every quantity of a variant at one location; what is available and what is held back can be changed. */
export function OnePlace(props: StockedVariant & { location: Location }) {
  const { handle } = useStore();
  const { product, variant, levels, location } = props;
  const name = fullName(props);
  const level = levels.find(({ location_id }) => location_id === location.id);
  const { columns } = strings;
  const numbers = [
    { head: columns.committed, count: level?.committed_inventory_quantity ?? 0 },
    { head: columns.incoming, count: level?.incoming_inventory_quantity ?? 0 },
  ];
  const history = `/${handle}/inventory/${product.id}/${variant.id}/${location.id}`;
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
          aria-label={strings.historyOf(name, location.name)}
        >
          {strings.history}
        </Anchor>
      </td>
    </>
  );
}

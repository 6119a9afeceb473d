import { Anchor } from "@mantine/core";
import { formatNumber, PageLink } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import classes from "../stock/stock-grid.module.css";
import { texts } from "../texts.ts";
import { computeAvailableOnline } from "./available-online.ts";
import { ReserveCell } from "./reserve-cell.tsx";
import { getFullVariantName, type StockedVariant } from "./stocked-variant.ts";

/**
 * Show the table cells with all quantities of a variant at one location. The available and the reserved quantity can be
 * edited.
 */
export function OneLocationCells(props: StockedVariant & { location: Location }) {
  const { product, variant, levels, location } = props;
  const name = getFullVariantName(props);
  const level = levels.find(({ location_id }) => location_id === location.id);
  const { columns } = texts.inventory;
  const readOnlyQuantities = [
    { heading: columns.committed, count: level?.committed_inventory_quantity ?? 0 },
    { heading: columns.incoming, count: level?.incoming_inventory_quantity ?? 0 },
  ];
  const historyPage = toStorePage("/inventory/$product_id/$variant_id/$location_id", {
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
          showsOtherQuantities={false}
        />
      </td>
      {readOnlyQuantities.map(({ heading, count }) => (
        <td key={heading} className={classes["number"]} data-head={heading}>
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
        {formatNumber(computeAvailableOnline(level))}
      </td>
      <td className={classes["number"]} data-head={columns.history}>
        <Anchor
          component={PageLink}
          to={historyPage}
          size="sm"
          aria-label={texts.inventory.historyLabel({ variant: name, location: location.name })}
        >
          {texts.inventory.history}
        </Anchor>
      </td>
    </>
  );
}

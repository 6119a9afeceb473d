import { CloseButton, Group, Text } from "@mantine/core";
import { IdempotencyProvider } from "@souk/ui";
import { AppLinks } from "../app-links/app-links.tsx";
import { FulfillByApp } from "../fulfill-by-app/fulfill-by-app.tsx";
import classes from "../products/bulk/bulk-bar.module.css";
import { texts } from "../texts.ts";

interface SelectionBarProps {
  ids: readonly number[];
  onClear: () => void;
}

/** The maximum number of orders in one app link or one fulfillment request. */
const maxOrdersForApps = 250;

/** Show how many orders are selected, with the actions on them. Show nothing if none is selected. */
export function SelectionBar({ ids, onClear }: SelectionBarProps) {
  return (
    <IdempotencyProvider>
      <div role="status" className={classes["place"]}>
        {ids.length > 0 && (
          <Group className={classes["bar"] ?? ""} gap="xs">
            <Text fw={600} mr="xs">
              {texts.orders.selected({ count: ids.length })}
            </Text>
            {ids.length > maxOrdersForApps ? (
              <Text size="sm">{texts.orders.tooMany({ max: maxOrdersForApps })}</Text>
            ) : (
              <>
                <FulfillByApp orderIds={ids} isBulk />
                <AppLinks placement="orders" size="compact-md" ids={ids} />
              </>
            )}
            <CloseButton ml="auto" aria-label={texts.orders.clearSelection} onClick={onClear} />
          </Group>
        )}
      </div>
    </IdempotencyProvider>
  );
}

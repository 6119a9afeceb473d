import { Button, Loader, Popover, Stack, Text } from "@mantine/core";
import { ProgressLine } from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { useState } from "react";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import type { FulfillmentApp } from "./fulfillment-apps.ts";
import { type OrdersToSend, useFulfillByApp, useFulfillmentApps } from "./use-fulfill-by-app.ts";

interface FulfillByAppProps extends OrdersToSend {
  /** Whether to use the topic `fulfillment/bulk` even for a single order, as the order list does. */
  isBulk?: boolean;
  /** The name of the location that ships the fulfillment order, for the accessible name of the button. */
  locationName?: string;
}

/**
 * Show the button that lists the apps to which the orders can be sent for fulfillment (FUL-1). Show nothing until the apps are
 * loaded, if there are no apps, or if the person may not send orders to apps.
 */
export function FulfillByApp({ isBulk = false, locationName, ...orders }: FulfillByAppProps) {
  const hasAnyRight = usePermissions();
  const topic = isBulk || orders.orderIds.length > 1 ? "fulfillment/bulk" : "fulfillment/single";
  // The right to view orders is needed to show the app's response.
  const isAllowed = hasAnyRight("orders.fulfill") && hasAnyRight("orders.view");
  return isAllowed ? <FulfillMenu topic={topic} orders={orders} locationName={locationName} /> : null;
}

interface FulfillMenuProps {
  topic: "fulfillment/single" | "fulfillment/bulk";
  orders: OrdersToSend;
  locationName: string | undefined;
}

function FulfillMenu({ topic, orders, locationName }: FulfillMenuProps) {
  const apps = useFulfillmentApps(topic);
  const [isOpen, setOpen] = useState(false);
  const [contactedApp, setContactedApp] = useState<FulfillmentApp | null>(null);
  const action = useFulfillByApp(topic, orders);
  if (apps.length === 0) return null;
  const start = (app: FulfillmentApp) => {
    setContactedApp(app);
    setOpen(false);
    action.start(app);
  };
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width={280}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={
              action.isBusy ? (
                <Loader size={18} aria-hidden />
              ) : (
                <IconTruckDelivery size={18} stroke={1.75} aria-hidden />
              )
            }
            // Not `disabled`, because the button must be able to receive the focus when the list of apps closes.
            aria-disabled={action.isBusy}
            aria-label={
              locationName === undefined ? undefined : texts.fulfillByApp.from({ location: locationName })
            }
            onClick={() => setOpen((wasOpen) => !wasOpen && !action.isBusy)}
          >
            {texts.fulfillByApp.button}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <Stack gap={4}>
            {apps.map((app) => (
              <AppItem key={app.id} app={app} onStart={start} />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {action.isBusy && contactedApp !== null && (
        <ProgressLine label={texts.fulfillByApp.contacting({ app: contactedApp.name })} />
      )}
    </>
  );
}

/** Show the button that sends the orders to an app, or the reason why this person cannot use the app. */
function AppItem({ app, onStart }: { app: FulfillmentApp; onStart: (app: FulfillmentApp) => void }) {
  if (!app.has_access)
    return (
      <Text size="sm" c="dimmed" px="md" py={6}>
        {texts.fulfillByApp.noAccess({ app: app.name })}
      </Text>
    );
  return (
    <Button variant="subtle" color="gray" justify="flex-start" fullWidth onClick={() => onStart(app)}>
      {app.name}
    </Button>
  );
}

import { Button, Loader, Popover, Stack } from "@mantine/core";
import { ProgressLine } from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { useState } from "react";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import type { FulfillmentApp } from "./fulfillment-apps.ts";
import { type HandedOver, useFulfillByApp, useFulfillmentApps } from "./use-fulfill-by-app.ts";

interface FulfillByAppProps extends HandedOver {
  /** Whether to use the bulk topic of a list's orders, even if only one is selected. */
  together?: boolean;
  /** The location of this part of the order, where each part has its own button. */
  from?: string;
}

/**
 * Show the Fulfill action with the apps that orders can be sent to (FUL-1). Renders nothing when there is no
 * app or no permission; the page does not wait for the apps.
 */
export function FulfillByApp({ together = false, from, ...handed }: FulfillByAppProps) {
  const may = useMay();
  const topic = together || handed.orderIds.length > 1 ? "fulfillment/bulk" : "fulfillment/single";
  // What the app answers is read, too.
  const isAllowed = may("write_orders") && may("write_fulfillments") && may("read_fulfillments");
  return isAllowed ? <Offered topic={topic} handed={handed} from={from} /> : null;
}

interface OfferedProps {
  topic: "fulfillment/single" | "fulfillment/bulk";
  handed: HandedOver;
  from: string | undefined;
}

function Offered({ topic, handed, from }: OfferedProps) {
  const apps = useFulfillmentApps(topic);
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<FulfillmentApp | null>(null);
  const action = useFulfillByApp(topic, handed);
  if (apps.length === 0) return null;
  const start = (app: FulfillmentApp) => {
    setAsked(app);
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
            // Disabled it would lose the focus, which comes back to it from the list.
            aria-disabled={action.isBusy}
            aria-label={from === undefined ? undefined : texts.fulfillByApp.from({ place: from })}
            onClick={() => setOpen((before) => !before && !action.isBusy)}
          >
            {texts.fulfillByApp.button}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <Stack gap={4}>
            {apps.map((app) => (
              <Button
                key={app.id}
                variant="subtle"
                color="gray"
                justify="flex-start"
                fullWidth
                onClick={() => start(app)}
              >
                {app.name}
              </Button>
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {action.isBusy && asked !== null && (
        <ProgressLine label={texts.fulfillByApp.contacting({ app: asked.name })} />
      )}
    </>
  );
}

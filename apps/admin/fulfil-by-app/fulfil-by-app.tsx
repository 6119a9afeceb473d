import { Button, Loader, Popover, Stack } from "@mantine/core";
import { ProgressLine } from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../use-may.ts";
import type { FulfillmentApp } from "./fulfillment-apps.ts";
import { strings } from "./strings.ts";
import { type HandedOver, useFulfilByApp, useFulfillmentApps } from "./use-fulfil-by-app.ts";

interface FulfilByAppProps extends HandedOver {
  /** Several orders of a list go together, also when one alone is chosen there. */
  together?: boolean;
  /** The location whose part it is, where each has a button of its own. */
  from?: string;
}

/**
 * The Fulfill action: the apps that orders can be handed to (FUL-1). Nothing where there is none, or the person may not; a
 * page works without it, so it does not wait for them.
 */
export function FulfilByApp({ together = false, from, ...handed }: FulfilByAppProps) {
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
  const action = useFulfilByApp(topic, handed);
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
            aria-label={from === undefined ? undefined : strings.from(from)}
            onClick={() => setOpen((before) => !before && !action.isBusy)}
          >
            {strings.button}
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
      {action.isBusy && asked !== null && <ProgressLine label={strings.asking(asked.name)} />}
    </>
  );
}

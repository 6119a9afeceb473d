import { Button } from "@mantine/core";
import { formatNumber, useAction, usePartnerConsole } from "@souk/ui";
import { IconSend } from "@tabler/icons-react";
import type { Delivery } from "../records.ts";
import { texts } from "../texts.ts";
import { type InstallationIds, queriesChangedByReplay } from "./one-installation.ts";

const words = texts.installation.replay;

/** Show the button that resends a delivery. For a pending delivery, the button starts the next attempt immediately. */
export function ReplayOne({ ids, delivery }: { ids: InstallationIds; delivery: Delivery }) {
  const partners = usePartnerConsole();
  const { id: delivery_id, state, delivery_sequence } = delivery;
  const label = state === "pending" ? words.now : words.one;
  const replay = useAction({
    run: () => partners.app_installations.replay_delivery({ params: { ...ids, delivery_id } }),
    done: words.done,
    refresh: queriesChangedByReplay,
  });
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={replay.isRunning}
        onClick={() => replay.start()}
        aria-label={words.label({ label, number: formatNumber(delivery_sequence) })}
      >
        {label}
      </Button>
    </div>
  );
}

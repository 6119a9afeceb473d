import { CloseButton, Group, Text } from "@mantine/core";
import { KeptWishes } from "@souk/ui";
import { AppLinks } from "../app-links/app-links.tsx";
import { FulfilByApp } from "../fulfil-by-app/fulfil-by-app.tsx";
import classes from "../products/bulk/bulk-bar.module.css";
import { strings } from "./strings.ts";

interface ChosenBarProps {
  ids: readonly number[];
  onClear: () => void;
}

/** No link opens with more records at once, and no app is asked about more. */
const mostForApps = 250;

/** Stands over the list while orders are chosen: how many, and what can be done with them. */
export function ChosenBar({ ids, onClear }: ChosenBarProps) {
  return (
    <KeptWishes>
      <div role="status" className={classes["place"]}>
        {ids.length > 0 && (
          <Group className={classes["bar"] ?? ""} gap="xs">
            <Text fw={600} mr="xs">
              {strings.chosen(ids.length)}
            </Text>
            {ids.length > mostForApps ? (
              <Text size="sm">{strings.tooMany(mostForApps)}</Text>
            ) : (
              <>
                <FulfilByApp orderIds={ids} together />
                <AppLinks placement="orders" size="compact-md" ids={ids} />
              </>
            )}
            <CloseButton ml="auto" aria-label={strings.chooseNone} onClick={onClear} />
          </Group>
        )}
      </div>
    </KeptWishes>
  );
}

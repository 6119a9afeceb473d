import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { ErrorNote, formatNumber, useAction, useAdminConsole, useKeepUnsavedInput } from "@souk/ui";
import { type FormEvent, useRef, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { queriesShowingProducts } from "../queries-showing-products.ts";
import { WholeNumberInput } from "../stock/whole-number-input.tsx";
import { texts } from "../texts.ts";

/** A stock level with its reserved quantity. */
export interface ReservedLevel {
  variant: { id: number; name: string };
  location: Location;
  /** The currently reserved quantity. */
  quantity: number;
}

interface ReserveFormProps extends ReservedLevel {
  onClose: () => void;
}

/** Show the form that sets how many units of a stock level are reserved and therefore not available online (INV-5). */
export function ReserveForm({ variant, location, quantity, onClose }: ReserveFormProps) {
  const admin = useAdminConsole();
  const [enteredQuantity, setEnteredQuantity] = useState<number | null>(quantity);
  const [reason, setReason] = useState("");
  const quantityInput = useRef<HTMLInputElement>(null);
  const words = texts.inventory.reserve;
  const action = useAction<number, unknown>({
    run: (reserved_quantity) => {
      const trimmedReason = reason.trim();
      const levelKey = { variant_id: variant.id, location_id: location.id };
      return admin.inventory_levels.reserve({
        body: {
          ...levelKey,
          reserved_quantity,
          ...(trimmedReason === "" ? {} : { reason: trimmedReason }),
        },
      });
    },
    quiet: true,
    done: (_response, reserved_quantity) =>
      words.done({ variant: variant.name, quantity: formatNumber(reserved_quantity) }),
    refresh: queriesShowingProducts,
    onDone: onClose,
  });
  useKeepUnsavedInput(enteredQuantity !== quantity || reason !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enteredQuantity === null) quantityInput.current?.focus();
    else if (!action.isRunning) action.start(enteredQuantity);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
          {words.title({ variant: variant.name, location: location.name })}
        </Text>
        <WholeNumberInput
          ref={quantityInput}
          label={words.quantity}
          hint={words.lead}
          value={enteredQuantity}
          startsAt={quantity}
          minimum={0}
          error={enteredQuantity === null ? words.needsNumber : null}
          onChange={setEnteredQuantity}
        />
        <TextInput
          label={words.reason}
          description={words.reasonHint}
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {action.error !== null && <ErrorNote error={action.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose} disabled={action.isRunning}>
            {words.cancel}
          </Button>
          <Button type="submit" size="xs" loading={action.isRunning}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { ErrorNote, formatNumber, useAction, useAdminConsole, useKeepsWritten } from "@souk/ui";
import { type FormEvent, useRef, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { staleWithProducts } from "../stale.ts";
import { WholeNumber } from "../stock/whole-number.tsx";
import { texts } from "../texts.ts";

/** A level whose units can be reserved. */
export interface ReservedLevel {
  variant: { id: number; name: string };
  location: Location;
  /** The quantity reserved now. */
  quantity: number;
}

interface ReserveFormProps extends ReservedLevel {
  onClose: () => void;
}

/** Show the form that reserves units of a level from online selling (INV-5). */
export function ReserveForm({ variant, location, quantity, onClose }: ReserveFormProps) {
  const admin = useAdminConsole();
  const [amount, setAmount] = useState<number | null>(quantity);
  const [reason, setReason] = useState("");
  const number = useRef<HTMLInputElement>(null);
  const { reserve } = texts.inventory;
  const action = useAction<number, unknown>({
    run: (reserved_quantity) => {
      const why = reason.trim();
      const place = { variant_id: variant.id, location_id: location.id };
      return admin.inventory_levels.reserve({
        body: { ...place, reserved_quantity, ...(why === "" ? {} : { reason: why }) },
      });
    },
    quiet: true,
    done: (_answer, reserved) => reserve.done({ variant: variant.name, quantity: formatNumber(reserved) }),
    refresh: staleWithProducts,
    onDone: onClose,
  });
  useKeepsWritten(amount !== quantity || reason !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === null) number.current?.focus();
    else if (!action.isRunning) action.start(amount);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
          {reserve.title({ variant: variant.name, place: location.name })}
        </Text>
        <WholeNumber
          ref={number}
          label={reserve.quantity}
          hint={reserve.lead}
          value={amount}
          startsAt={quantity}
          minimum={0}
          error={amount === null ? reserve.needsNumber : null}
          onChange={setAmount}
        />
        <TextInput
          label={reserve.reason}
          description={reserve.reasonHint}
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {action.error !== null && <ErrorNote error={action.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose} disabled={action.isRunning}>
            {reserve.cancel}
          </Button>
          <Button type="submit" size="xs" loading={action.isRunning}>
            {reserve.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
